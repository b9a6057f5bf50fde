/** Who is signed in and which projects they see. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";

const sessionKey = ["session"] as const;

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/session", { signal })),
  });
}
