/** Pure: the value of a series in each facet, and the facets in which some series differ. */

import type { SeriesHistory } from "@/api/types";

const DIMENSIONS = ["suite", "benchmark", "metric", "testbed", "branch"] as const;

type Named = Pick<SeriesHistory, "series" | "tags">;

/** Every facet of a series with its value as text: `benchmark`, `param.threads`, `tag.area`. */
export function facetsOf({ series, tags }: Named): Map<string, string> {
  return new Map([
    ...DIMENSIONS.map((name) => [name, series[name]] as const),
    ...Object.entries(series.parameters).map(
      ([name, value]) => [`param.${name}`, String(value)] as const,
    ),
    ...Object.entries(tags).map(([name, value]) => [`tag.${name}`, value] as const),
  ]);
}

/** Facets with more than one value, or which only some of the series have, in a fixed order. */
export function differingFacets(all: readonly Named[]): string[] {
  const each = all.map(facetsOf);
  const names = [...new Set(each.flatMap((facets) => [...facets.keys()]))];
  return names.filter((name) => new Set(each.map((facets) => facets.get(name))).size > 1);
}

/** Numbers by size, everything else by its text. */
export function compareValues(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)];
  if (Number.isNaN(first) || Number.isNaN(second)) return a.localeCompare(b);
  return first - second;
}
