/** Pure: formulas written for the chosen series, and derived lines as series of a chart. */

import type { DerivedHistory, SeriesHistory } from "@/api/types";

/** Lines of one formula have ids of their own among those of all formulas of the page. */
const LINES = 100;

/** The lines with ids below zero that no other formula of the page has. */
export function linesOf(derived: DerivedHistory, place: number): SeriesHistory[] {
  return derived.history.series.map((one) => ({
    ...one,
    series: { ...one.series, id: one.series.id - place * LINES },
  }));
}

export interface Suggestion {
  label: string;
  formula: string;
}

/** What can be written at once for the series that are drawn. */
export function suggestions(series: readonly number[]): Suggestion[] {
  const [first, second] = series;
  if (first === undefined) return [];
  const each = { label: "Over its first result", formula: `normalise(#${first})` };
  if (second === undefined) return [each];
  const named = series.slice(0, LINES_OF_MEAN).map((id) => `#${id}`);
  const normalised = named.map((name) => `normalise(${name})`);
  return [
    { label: "Ratio of the first two", formula: `ratio(#${second}, #${first})` },
    { label: "Their difference", formula: `difference(#${second}, #${first})` },
    each,
    { label: "Geomean, each over its first", formula: `geomean(${normalised.join(", ")})` },
  ];
}

/** As many as one function takes. */
const LINES_OF_MEAN = 20;

/** The formulas with one of them written again, or left out where nothing is written. */
export function rewritten(formulas: readonly string[], place: number, text: string): string[] {
  const next = [...formulas];
  next[place] = text.trim();
  return next.filter((formula) => formula !== "");
}
