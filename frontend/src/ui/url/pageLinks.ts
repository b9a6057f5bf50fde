/** Addresses that one page gives of another: features know these, not each other. */

import type { RawSearch } from "./urlState";

/** The explorer with these series drawn, and one commit of them marked. */
export function exploreSearch(series: readonly number[], commit?: number): RawSearch {
  return {
    series: series.map(String),
    ...(commit === undefined ? {} : { commit: String(commit) }),
  };
}

/** The explorer with two points held against each other, each a series at a commit (by their ids). */
export function pointsSearch(points: readonly { series: number; commit: number }[]): RawSearch {
  return {
    series: [...new Set(points.map(({ series }) => String(series)))],
    point: points.map(({ series, commit }) => `${series}.${commit}`),
  };
}

/** Two sides of a comparison seen as a split that is not kept yet: its page under the name "new". */
export function splitSearch(sides: RawSearch): RawSearch {
  const isAsked = /^(baseline|contender)(\.|$)|^(suite|testbed|branch|metric)$/;
  return Object.fromEntries(Object.entries(sides).filter(([name]) => isAsked.test(name)));
}

/** Two values of a parameter in one run, as the sides of a comparison. */
export function valueSides(run: number, parameter: string, values: readonly [string, string]) {
  return {
    baseline: `run:${run}`,
    contender: `run:${run}`,
    [`baseline.param.${parameter}`]: values[0],
    [`contender.param.${parameter}`]: values[1],
  };
}

/** Two runs as the sides of a comparison. */
export function runSides(baseline: number, contender: number): RawSearch {
  return { baseline: `run:${baseline}`, contender: `run:${contender}` };
}
