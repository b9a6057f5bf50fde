/** Requests of the profile page. */

import { queryOptions, skipToken } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
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
        : ({ signal }) =>
            unwrap(
              api.GET("/api/v1/projects/{project}/profiles/{profile_id}", {
                params: { path: { project, profile_id: profile }, query: { functions: 0 } },
                signal,
              }),
            ),
  });
}

/** Where a profile comes from, and what it can be compared with. */
export function peersOptions(project: string, profile: number) {
  return queryOptions({
    queryKey: [project, "profiles", profile, "peers"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/profiles/{profile_id}/peers", {
          params: { path: { project, profile_id: profile } },
          signal,
        }),
      ),
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
            const packed = await unwrap(
              api.GET("/api/v1/projects/{project}/profiles/{profile_id}/stacks", {
                params: { path: { project, profile_id: profile } },
                parseAs: "arrayBuffer",
                signal,
              }),
            );
            return await foldedText(packed);
          },
  });
}
