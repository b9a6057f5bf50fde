/** Filters of facets, series and changes: chosen values by facet name, as the server names them. */

import { listOf, type RawSearch, textOf } from "./urlState";

export interface Filters {
  /** Facet name (`suite`, `param.engine`, …) to the chosen values; a name without values is absent. */
  chosen: Record<string, string[]>;
  text: string;
}

export const NO_FILTERS: Filters = { chosen: {}, text: "" };

const DIMENSIONS = ["suite", "benchmark", "metric", "testbed", "branch"];
const PARAMETER = "param.";
const TAG = "tag.";

/** Whether it is one that series can be filtered, split or lined up by. */
export function isFacetName(name: string): boolean {
  return DIMENSIONS.includes(name) || /^(param|tag)\../.test(name);
}

/** Name of a facet as people read it: "Suite", and parameters and tags by the name they were given. */
export function facetLabel(name: string): string {
  if (name.startsWith(PARAMETER)) return name.slice(PARAMETER.length);
  if (name.startsWith(TAG)) return `tag ${name.slice(TAG.length)}`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The same within a sentence: "benchmark and threads". */
export function facetWord(name: string): string {
  return DIMENSIONS.includes(name) ? name : facetLabel(name);
}

/** The filters of a query string; names that are no facet are left to others. */
export function parseFilters(raw: RawSearch): Filters {
  const chosen: Record<string, string[]> = {};
  for (const name of Object.keys(raw).filter(isFacetName)) {
    const values = [...new Set(listOf(raw, name))].filter((value) => value !== "");
    if (values.length > 0) chosen[name] = values;
  }
  return { chosen, text: textOf(raw, "text") ?? "" };
}

/** The filters as part of a query string, facets in a fixed order. */
export function formatFilters(filters: Filters): RawSearch {
  const raw: RawSearch = {};
  for (const name of Object.keys(filters.chosen).sort()) raw[name] = filters.chosen[name];
  if (filters.text !== "") raw.text = filters.text;
  return raw;
}

/** The filters as query parameters of a request. */
export function filterQuery(filters: Filters): Record<string, string | string[]> {
  return filters.text === "" ? filters.chosen : { ...filters.chosen, text: filters.text };
}

/** The filters with other values chosen in one facet; none leaves no trace of it. */
export function withChosen(filters: Filters, name: string, values: string[]): Filters {
  const { [name]: _, ...others } = filters.chosen;
  return { ...filters, chosen: values.length === 0 ? others : { ...others, [name]: values } };
}

export function hasFilters(filters: Filters): boolean {
  return filters.text !== "" || Object.keys(filters.chosen).length > 0;
}
