/** Pure: answers of the server → what the explorer draws and says. */

import type { ChangePoint, CommitColumns, History, SeriesHistory, SeriesLabel } from "@/api/types";
import { countMisdated } from "@/charts/series/dueTimes";
import type { Reference } from "@/charts/series/reference";
import { distinctNames } from "@/charts/series/seriesNames";
import { isConfirmed } from "@/ui/words/changeWords";
import { shortCommit } from "@/ui/words/commitName";
import { formatCount } from "@/units/format";
import type { ExploreState, PointRef, Zoom } from "./exploreUrl";

/** How much was put together: nothing is said where every point is drawn. */
export function samplingNote(history: History): string | null {
  const bucket = Math.max(1, ...history.series.map((one) => one.bucket));
  if (bucket === 1) return null;
  return `Each mark stands for up to ${formatCount(bucket)} commits; no extreme left out. Zoom in for every point.`;
}

/** Why no result reaches so far into its tail that this percentile could be told; null where one does. */
export function percentileBar({ series }: History, percent: number): string | null {
  const most = series.reduce((high, { n }) => n.reduce((a, b) => Math.max(a, b), high), 0);
  // as the server has it: one recording lies beyond the percentile
  if (most * (100 - percent) >= 100) return null;
  const needed = formatCount(Math.ceil(100 / (100 - percent)));
  const found = most === 0 ? "none has any" : `the most of one is ${formatCount(most)}`;
  return `p${percent} takes a histogram or ${needed} samples of a result; ${found}`;
}

/** Why some of the percentiles cannot be chosen, in one sentence; null where all can. */
export function percentileNote(history: History, percents: readonly number[]): string | null {
  const barred = percents.filter((percent) => percentileBar(history, percent) !== null);
  if (barred.length === 0 || history.series.length === 0) return null;
  const most = history.series.reduce((high, { n }) => n.reduce((a, b) => Math.max(a, b), high), 0);
  const names = barred.map((percent) => `p${percent}`).join(", ");
  const why =
    most <= 1 ? "" : `, and no result has more than ${countOf(most, "sample", "samples")}`;
  return `No ${names}: no latency histogram${why}.`;
}

/** Percentiles were asked of results that others summarised: the results themselves are all there is. */
export function hasNoPercentiles(
  history: History,
  whole: History,
  { percentiles }: Pick<ExploreState, "percentiles">,
): boolean {
  return percentiles.length > 0 && history.commits.id.length === 0 && whole.commits.id.length > 0;
}

/** Points that the chosen axes cannot show. */
export function omissionNotes(
  history: History,
  state: Pick<ExploreState, "axis" | "scale">,
): string[] {
  const notes: string[] = [];
  const undated = history.commits.time.filter((time) => time === null).length;
  if (state.axis === "date" && undated > 0) {
    notes.push(
      `${countOf(undated, "commit has", "commits have")} no date; drawn at the date before.`,
    );
  }
  const misdated = countMisdated(history.commits);
  if (state.axis === "date" && misdated > 0) {
    const commits = countOf(misdated, "commit has a date", "commits have dates");
    notes.push(`${commits} out of the branch's order; drawn at the date of a neighbour.`);
  }
  const low = history.series
    .flatMap((one) => one.value)
    .filter((value) => value !== null && value <= 0).length;
  if (state.scale === "log" && low > 0) {
    notes.push(`${countOf(low, "result", "results")} at or below zero cannot be placed.`);
  }
  return notes;
}

export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** First and last place on the branch for which there are results. */
export function extentOf(commits: CommitColumns): Zoom | null {
  const from = commits.ordinal.at(0);
  const to = commits.ordinal.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

const NARROWEST = 4;

/** The range made wider (factor > 1) or narrower and moved by a part of its width; null is all. */
export function steppedZoom(
  zoom: Zoom | null,
  extent: Zoom,
  step: { factor?: number; shift?: number },
  measured: readonly number[] = [],
): Zoom | null {
  const now = zoom ?? extent;
  const whole = extent.to - extent.from;
  const width = Math.max(
    Math.min(NARROWEST, whole),
    Math.round((now.to - now.from) * (step.factor ?? 1)),
  );
  if (width >= whole) return null;
  const middle = (now.from + now.to) / 2 + (step.shift ?? 0) * width;
  const from = Math.min(Math.max(Math.round(middle - width / 2), extent.from), extent.to - width);
  return holdingTwo({ from, to: from + width }, measured);
}

/** The range itself where two measured commits lie in it, else that of the two nearest to its middle. */
function holdingTwo(zoom: Zoom, measured: readonly number[]): Zoom {
  const inside = measured.filter((one) => one >= zoom.from && one <= zoom.to);
  if (new Set(inside).size >= 2 || measured.length < 2) return zoom;
  const middle = (zoom.from + zoom.to) / 2;
  const [first = zoom.from, second = zoom.to] = [...new Set(measured)].sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

const NEIGHBOURS = 20;

/** Range of measured commits around one of them; null where there is nothing to cut off. */
export function zoomAround(commits: CommitColumns, commit: number): Zoom | null {
  const index = commits.id.indexOf(commit);
  const last = commits.id.length - 1;
  if (index < 0 || last <= 2 * NEIGHBOURS) return null;
  const from = commits.ordinal[Math.max(0, index - NEIGHBOURS)];
  const to = commits.ordinal[Math.min(last, index + NEIGHBOURS)];
  return from === undefined || to === undefined ? null : { from, to };
}

/** What the person's baseline is, found among the loaded commits; null where there is none. */
export function referenceOf(
  histories: readonly History[],
  state: Pick<ExploreState, "reference">,
): Reference | null {
  const [shown] = histories;
  if (state.reference === null || shown === undefined) return null;
  const { kind, id } = state.reference;
  if (kind === "commit") return referenceCommit(histories, id);
  const series = shown.series.find((one) => one.series.id === id);
  if (series === undefined) return null;
  const names = distinctNames(shown.series.map((one) => one.series));
  return { kind: "series", series, name: `${names.get(id) ?? ""} at the same commit` };
}

/** The results at a commit: of each series from the first answer that holds one. */
function referenceCommit(histories: readonly History[], commit: number): Reference | null {
  const values = new Map<number, number>();
  let name = "";
  for (const { commits, series } of histories) {
    const at = commits.id.indexOf(commit);
    if (at < 0) continue;
    name = commits.name[at] ?? "";
    for (const one of series) {
      const value = one.value[one.at.lastIndexOf(at)];
      if (value !== null && value !== undefined && !values.has(one.series.id))
        values.set(one.series.id, value);
    }
  }
  return name === ""
    ? null
    : { kind: "values", values, name: `the result at ${shortCommit(name)}` };
}

/** Change points of the shown series within the range, newest first. */
export function changesShown(
  history: History,
  state: Pick<ExploreState, "hidden" | "zoom">,
): ChangePoint[] {
  const places = new Map(
    history.commits.id.map((id, index) => [id, history.commits.ordinal[index]]),
  );
  const placeOf = (change: ChangePoint) => places.get(change.commit.id) ?? -1;
  return history.series
    .filter((one) => !state.hidden.includes(one.series.id))
    .flatMap((one) => one.changes)
    .filter((change) => isWithin(placeOf(change), state.zoom))
    .sort((a, b) => placeOf(b) - placeOf(a) || a.series.id - b.series.id);
}

function isWithin(place: number, zoom: Zoom | null): boolean {
  return zoom === null || (place >= zoom.from && place <= zoom.to);
}

/** Open ones, and those of history. */
export function confirmedChanges(history: History): ChangePoint[] {
  return changesShown(history, { hidden: [], zoom: null }).filter(isConfirmed);
}

/** Newest first. */
export function suspectedChanges(history: History): ChangePoint[] {
  return changesShown(history, { hidden: [], zoom: null }).filter(
    (change) => change.state === "suspected",
  );
}

/** Everything known of one point. */
export interface PointFacts {
  label: SeriesLabel;
  commit: CommitFacts;
  value: number;
  low: number | null;
  high: number | null;
  n: number;
  run: number;
  /** The first value of the commit before, where one is loaded. */
  previous: number | null;
  /** The run that measured that value. */
  runBefore: number | null;
  /** Change points whose first commit this is. */
  changes: ChangePoint[];
}

export interface CommitFacts {
  id: number;
  name: string;
  subject: string;
  author: string;
  time: string | null;
  url: string | null;
  ordinal: number;
}

export function factsOf(history: History, ref: PointRef): PointFacts | null {
  const series = history.series.find((one) => one.series.id === ref.series);
  const index = series?.at.findIndex((at) => history.commits.id[at] === ref.commit) ?? -1;
  const at = series?.at[index];
  const value = series?.value[index];
  if (series === undefined || at === undefined || value === undefined || value === null)
    return null;
  const before = placeBefore(series, index);
  return {
    label: series.series,
    commit: commitAt(history.commits, at),
    value,
    low: series.low[index] ?? null,
    high: series.high[index] ?? null,
    n: series.n[index] ?? 0,
    run: series.run[index] ?? 0,
    previous: series.value[before] ?? null,
    runBefore: series.run[before] ?? null,
    changes: series.changes.filter((change) => change.commit.id === ref.commit),
  };
}

/** The run that a point is compared with; null where no earlier commit is loaded. */
export function runBefore(series: SeriesHistory, index: number): number | null {
  return series.run[placeBefore(series, index)] ?? null;
}

/**
 * The point of the commit before, of the run that the server chooses for the page of a run; -1 where none is.
 * Further runs are mostly of jobs, with builds of their own, and may have been there first.
 */
function placeBefore({ value, at, run, further_runs }: SeriesHistory, index: number): number {
  const before = value
    .slice(0, index)
    .map((one, place) => one !== null && at[place] !== at[index])
    .lastIndexOf(true);
  if (before < 0) return -1;
  const isThere = (place: number) => value[place] !== null && at[place] === at[before];
  const further = new Set(further_runs);
  const chosen = value.findIndex((_, place) => isThere(place) && !further.has(run[place] ?? 0));
  return chosen < 0 ? value.findIndex((_, place) => isThere(place)) : chosen;
}

export function commitAt(commits: CommitColumns, at: number): CommitFacts {
  const time = commits.time[at] ?? null;
  return {
    id: commits.id[at] ?? 0,
    name: commits.name[at] ?? "",
    subject: commits.subject[at] ?? "",
    author: commits.author[at] ?? "",
    time: time === null ? null : new Date(time).toISOString(),
    url: commits.url[at] ?? null,
    ordinal: commits.ordinal[at] ?? 0,
  };
}

/** What two points of one quantity say against each other. */
export interface Comparison {
  ratio: number;
  /** Whether their intervals have something in common; null where one has no interval. */
  doOverlap: boolean | null;
}

/** Null where the two are not of one unit or nothing can be divided by the first. */
export function compared(baseline: PointFacts, contender: PointFacts): Comparison | null {
  const isOneQuantity =
    baseline.label.unit === contender.label.unit &&
    baseline.label.direction === contender.label.direction;
  if (!isOneQuantity || baseline.value <= 0) return null;
  return { ratio: contender.value / baseline.value, doOverlap: overlap(baseline, contender) };
}

function overlap(a: PointFacts, b: PointFacts): boolean | null {
  if (a.low === null || a.high === null || b.low === null || b.high === null) return null;
  return a.low <= b.high && b.low <= a.high;
}
