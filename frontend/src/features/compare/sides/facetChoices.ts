/** Pure: which parameters sides can be told apart by. */

import type { Facets } from "@/api/types";

/** Names of the parameters that variants differ in. */
export function parameterNames(facets: Facets | undefined): string[] {
  const head = "param.";
  return (facets?.facets ?? [])
    .filter(({ name, choices }) => name.startsWith(head) && choices.length > 1)
    .map(({ name }) => name.slice(head.length));
}
