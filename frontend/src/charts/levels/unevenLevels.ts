/**
 * Pure: results of one level that do not overlap. No further step is reported among them, but the
 * centre of them all says little, and neither does an effect measured from it.
 */

import type { ChangePoint, History, SeriesHistory } from "@/api/types";
import { isDrift, isEnvironment, NEAREST } from "@/ui/words/changeWords";
import { formatCount, formatIn, THIN } from "@/units/format";
import { scaleFor } from "@/units/scale";

/** Results that each part of a level must have, and both together. */
const FEWEST = 5;
const FEWEST_OF_BOTH = 16;
/** The ratio of the middles of both parts from which on they are worth a sentence. */
const APART = 1.1;
/** The same as a share of the change itself, in logarithms. */
const SHARE_OF_CHANGE = 0.25;
const STANDS = new Set<ChangePoint["state"]>(["confirmed", "fixed"]);

interface Result {
  at: number;
  value: number;
  environment: number | undefined;
}

interface Parts {
  older: readonly number[];
  newer: readonly number[];
}

/** Which results of the two levels of a change do not overlap; empty where both are even. */
export function unevenText(history: History, change: ChangePoint): string {
  const one = history.series.find(({ series }) => series.id === change.series.id);
  if (one === undefined || isDrift(change) || isEnvironment(change) || change.aspect !== "")
    return "";
  const results = resultsOf(one);
  const start = placeOf(history, results, change);
  if (start === -1) return "";
  const bounds = boundsOf(history, one, results);
  const begin = Math.max(0, start - NEAREST, ...bounds.filter((bound) => bound < start));
  const judged = start + Math.min(change.after_n, NEAREST);
  const end = Math.min(results.length, judged, ...bounds.filter((bound) => bound > start));
  const size = Math.abs(Math.log(change.ratio ?? 1));
  const apart = Math.max(Math.log(APART), SHARE_OF_CHANGE * size);
  const before = partsOf(results.slice(begin, start), apart);
  const after = partsOf(results.slice(start, end), apart);
  const { unit } = change.series;
  const said = [
    before && `Before it, ${rangesText(before, unit)}.`,
    after && `After it, ${rangesText(after, unit)}.`,
  ].filter(Boolean);
  if (said.length === 0) return "";
  return `${said.join(" ")} No further step is reported there: level and effect are of all of them.`;
}

/** ", but the newest 16 results all lie above the 17 before them"; empty where they overlap. */
export function unprovedText(history: History): string {
  const [one, ...others] = history.series;
  if (one === undefined || others.length > 0) return "";
  const results = resultsOf(one);
  const since = Math.max(0, results.length - NEAREST, ...boundsOf(history, one, results));
  const parts = partsOf(results.slice(since), Math.log(APART));
  if (parts === null) return "";
  const side = middleOf(parts.newer) > middleOf(parts.older) ? "above" : "below";
  const [newer, older] = [formatCount(parts.newer.length), formatCount(parts.older.length)];
  return `, but the newest ${newer} results all lie ${side} the ${older} before them`;
}

/** One a commit, the middle one of its runs; none where a person ruled on a step, or points are thinned. */
function resultsOf(one: SeriesHistory): Result[] {
  const isRuledOn = one.changes.some((change) => isDrift(change) || change.state === "refuted");
  if (isRuledOn || one.raw_n !== one.returned_n) return [];
  const runs = new Map<number, number[]>();
  const machines = new Map<number, number | undefined>();
  one.at.forEach((place, index) => {
    const found = one.value[index];
    if (found === null || found === undefined) return;
    runs.set(place, [...(runs.get(place) ?? []), found]);
    machines.set(place, one.environment[index]);
  });
  return [...runs].map(([at, values]) => ({
    at,
    value: middleOf(values),
    environment: machines.get(at),
  }));
}

function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

function placeOf({ commits }: History, results: readonly Result[], { commit }: ChangePoint) {
  return results.findIndex(({ at }) => commits.id[at] === commit.id);
}

/** Where the levels begin that are reported. */
function boundsOf(history: History, one: SeriesHistory, results: readonly Result[]): number[] {
  return one.changes
    .filter(({ state, aspect }) => STANDS.has(state) && aspect === "")
    .map((change) => placeOf(history, results, change));
}

/**
 * The two parts of a level with the widest gap between them; null where any two overlap, or lie
 * less `apart`. Of levels of equal, independent results 0.2 % at most fall into two such parts.
 */
function partsOf(results: readonly Result[], apart: number): Parts | null {
  const values = results.map(({ value }) => value);
  const machines = new Set(results.map(({ environment }) => environment));
  if (values.length < FEWEST_OF_BOTH || machines.size > 1) return null;
  if (Math.min(...values) <= 0) return null;
  let widest = 1;
  let found: Parts | null = null;
  for (let cut = FEWEST; cut <= values.length - FEWEST; cut += 1) {
    const [older, newer] = [values.slice(0, cut), values.slice(cut)];
    const gap = Math.max(gapBetween(older, newer), gapBetween(newer, older));
    if (gap > widest && distanceOf(older, newer) >= apart) {
      widest = gap;
      found = { older, newer };
    }
  }
  return found;
}

/** The least of the upper over the most of the lower. */
function gapBetween(lower: readonly number[], upper: readonly number[]): number {
  return Math.min(...upper) / Math.max(...lower);
}

function distanceOf(older: readonly number[], newer: readonly number[]): number {
  return Math.abs(Math.log(middleOf(newer) / middleOf(older)));
}

/** "7 results are 6.70 to 9.86 ms, then 16 are 16.3 to 25.8 ms" */
function rangesText({ older, newer }: Parts, unit: string): string {
  const [first, then] = [rangeText(older, unit), rangeText(newer, unit)];
  return `${formatCount(older.length)} results are ${first}, then ${formatCount(newer.length)} are ${then}`;
}

function rangeText(values: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scale = scaleFor(unit, most);
  const label = scale.label === "" ? "" : `${THIN}${scale.label}`;
  return `${formatIn(least, scale)} to ${formatIn(most, scale)}${label}`;
}
