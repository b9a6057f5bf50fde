/** Everything that the project can be filtered by: suites, metrics, testbeds, branches, parameters. */

import type { Facets } from "./types";
import { useRead } from "./useRead";

/** `isWanted` lets a page draw its answer first. */
export function useChoices(project: string, isWanted = true) {
  return useRead([project, "facets", "choices"], "facets", { project }, { enabled: isWanted });
}

const DEFAULT_BRANCHES = ["main", "master"];

/** The branch that pull requests are most likely for; undefined where the project has neither. */
export function useDefaultBranch(project: string, isWanted = true): string | undefined {
  const known = choicesOf(useChoices(project, isWanted).data, "branch");
  return DEFAULT_BRANCHES.find((name) => known.includes(name));
}

/** Values of a facet, and whatever is chosen already, even where no series has it any more. */
export function choicesOf(facets: Facets | undefined, name: string, chosen = ""): string[] {
  const facet = facets?.facets.find((one) => one.name === name);
  const known = facet?.choices.map(({ value }) => String(value)) ?? [];
  return chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
}
