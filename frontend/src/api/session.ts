/** Who is signed in and which projects they see. */

import { queryOptions, useQuery } from "@tanstack/react-query";
import { reading } from "./requests";

export const sessionOptions = queryOptions({
  queryKey: ["session"],
  queryFn: reading("/api/v1/session", {}),
});

/** What a person may do in a project, in the words of the API (`x-action`). */
export type Right =
  | "read"
  | "share"
  | "triage"
  | "report"
  | "configure"
  | "manage keys"
  | "manage members"
  | "read who did what";

/** Whether the person may do that in the project; false until it is known. */
export function useMay(project: string, right: Right): boolean {
  const { data } = useSession();
  return data?.projects.find(({ slug }) => slug === project)?.rights?.includes(right) === true;
}

export function useSession() {
  return useQuery(sessionOptions);
}
