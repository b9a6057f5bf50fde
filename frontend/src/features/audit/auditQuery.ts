/** The request behind the audit trail: of a project, or of the whole installation (null). */

import { usePages } from "@/api/pages";
import type { AuditQuery } from "@/api/types";

const PAGE = 50;

export function useEvents(project: string, asked: AuditQuery) {
  return usePages([project, "audit", asked], "audit", { project, ...asked, limit: PAGE });
}

export function useEventsOfInstallation(asked: AuditQuery) {
  return usePages(["installation", "audit", asked], "/api/v1/audit", { ...asked, limit: PAGE });
}
