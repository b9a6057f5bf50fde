/** The request behind the audit trail: of a project, or of the whole installation (null). */

import { api, unwrap } from "@/api/client";
import { usePages } from "@/api/pages";
import type { AuditQuery } from "@/api/types";

const PAGE = 50;

export function useEvents(project: string, asked: AuditQuery) {
  return usePages([project, "audit", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/projects/{project}/audit", {
        params: { path: { project }, query: { ...asked, limit: PAGE, ...cursor } },
        signal,
      }),
    ),
  );
}

export function useEventsOfInstallation(asked: AuditQuery) {
  return usePages(["installation", "audit", asked], (cursor, signal) =>
    unwrap(
      api.GET("/api/v1/audit", {
        params: { query: { ...asked, limit: PAGE, ...cursor } },
        signal,
      }),
    ),
  );
}
