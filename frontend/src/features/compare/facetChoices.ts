/** Pure: the values of a facet as texts, the chosen one among them. */

import type { Facets } from "@/api/types";

export function choicesOf(facets: Facets | undefined, name: string, chosen = ""): string[] {
  const facet = facets?.facets.find((one) => one.name === name);
  const values = facet?.choices.map(({ value }) => String(value)) ?? [];
  return chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
}

/** Names of the parameters that variants differ in. */
export function parameterNames(facets: Facets | undefined): string[] {
  const head = "param.";
  return (facets?.facets ?? [])
    .filter(({ name, choices }) => name.startsWith(head) && choices.length > 1)
    .map(({ name }) => name.slice(head.length));
}
