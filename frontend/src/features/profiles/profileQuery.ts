/** Requests of the profile page. */

import { queryOptions, skipToken } from "@tanstack/react-query";
import { readBytes, reading } from "@/api/requests";
import { foldedText } from "./foldedStacks";

/** What is known of a profile; its functions are added up here, where the stacks are anyway. */
export function detailOptions(project: string, profile: number | null) {
  return queryOptions({
    queryKey: [project, "profiles", profile, "facts"],
    // asked for before its page was there: what failed then is not asked again by drawing it
    retryOnMount: false,
    queryFn:
      profile === null
        ? skipToken
        : reading("profiles/{profile_id}", { project, profile_id: profile, functions: 0 }),
  });
}

/** Where a profile comes from, and what it can be compared with. */
export function peersOptions(project: string, profile: number) {
  return queryOptions({
    queryKey: [project, "profiles", profile, "peers"],
    queryFn: reading("profiles/{profile_id}/peers", { project, profile_id: profile }),
  });
}

/** What the functions that changed took, commit by commit. */
export function functionHistoriesOptions(project: string, profile: number) {
  return queryOptions({
    queryKey: [project, "profiles", profile, "functions"],
    queryFn: reading("profiles/{profile_id}/function-histories", { project, profile_id: profile }),
  });
}

/** The stacks never change, so that they are asked for once. */
export function stacksOptions(project: string, profile: number | null) {
  return queryOptions({
    queryKey: [project, "profiles", profile, "stacks"],
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      profile === null
        ? skipToken
        : async ({ signal }) => {
            const place = { project, profile_id: profile };
            return foldedText(await readBytes("profiles/{profile_id}/stacks", place, signal));
          },
  });
}
