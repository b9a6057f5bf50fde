/** The projects with how much is in them, which the session does not tell. */

import { useRead } from "@/api/useRead";

export function useProjects() {
  return useRead(["session", "projects"], "/api/v1/projects", {});
}
