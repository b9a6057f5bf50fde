/** Everything that the project can be filtered by: suites, metrics, testbeds, branches, parameters. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { Facets } from "./types";

/** `isWanted` lets a page draw its answer first. */
export function useChoices(project: string, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: [project, "facets", "choices"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/facets", { params: { path: { project } }, signal }),
      ),
  });
}

/** Values of a facet, and whatever is chosen already, even where no series has it any more. */
export function choicesOf(facets: Facets | undefined, name: string, chosen = ""): string[] {
  const facet = facets?.facets.find((one) => one.name === name);
  const known = facet?.choices.map(({ value }) => String(value)) ?? [];
  return chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
}
