/** Pure: parameters that only some of the series have make a long column, and are folded away. */

import type { Facet, Facets } from "@/api/types";
import type { Filters } from "@/ui/url/filters";
import { formatCount } from "@/units/format";

/** So many that only some series have are no burden. */
const FEW = 4;

interface SharedFacets {
  open: Facet[];
  folded: Facet[];
}

/**
 * Open is what every series has, and whatever is filtered by. Parameters of a part of the series, as of one suite
 * of many, are folded where there are more than a few.
 */
export function sharedFacets({ total, facets }: Facets, { chosen }: Filters): SharedFacets {
  const usable = facets.filter((facet) => facet.total > 0 || chosen[facet.name] !== undefined);
  const suites = facets.find(({ name }) => name === "suite")?.total ?? 0;
  const isOfAll = chosen.suite?.length === 1 || suites < 2;
  const isPartial = (facet: Facet) =>
    facet.name.startsWith("param.") && chosen[facet.name] === undefined && !coversAll(facet, total);
  const folded = isOfAll ? [] : usable.filter(isPartial);
  if (folded.length <= FEW) return { open: usable, folded: [] };
  return { open: usable.filter((facet) => !folded.includes(facet)), folded };
}

/** What was cut counts as if it covered all: whether it does is not known. */
function coversAll({ choices, total: values }: Facet, total: number): boolean {
  return choices.length < values || choices.reduce((sum, { count }) => sum + count, 0) >= total;
}

/** "Parameters (21)" */
export function foldedText(folded: readonly Facet[]): string {
  return `Parameters (${formatCount(folded.length)})`;
}
