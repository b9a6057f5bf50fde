/** Everything that the project can be filtered by: suites, metrics, testbeds, branches, parameters. */

import type { Facets } from "./types";
import { useRead } from "./useRead";

/** `isWanted` lets a page draw its answer first. */
export function useChoices(project: string, isWanted = true) {
  return useRead([project, "facets", "choices"], "facets", { project }, { enabled: isWanted });
}

/** Values of a facet, and whatever is chosen already, even where no series has it any more. */
export function choicesOf(facets: Facets | undefined, name: string, chosen = ""): string[] {
  const facet = facets?.facets.find((one) => one.name === name);
  const known = facet?.choices.map(({ value }) => String(value)) ?? [];
  return chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
}
