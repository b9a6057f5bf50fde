/** The projects with how much is in them, which the session does not tell. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export function useProjects() {
  return useQuery({
    queryKey: ["session", "projects"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/projects", { signal })),
  });
}
