/** The first line of the explorer: what is chosen, and how it stands. */

import type { ChangePoint, History, SeriesHistory, SeriesLabel } from "@/api/types";
import { unprovedText } from "@/charts/levels/unevenLevels";
import { parametersText } from "@/ui/links/SeriesName";
import { type Filters, facetWord } from "@/ui/url/filters";
import {
  changeText,
  isEnvironment,
  isOfCode,
  pauseOfChange,
  sinceText,
} from "@/ui/words/changeWords";
import { shortCommit } from "@/ui/words/commitName";
import { formatCount, formatInterval, formatValue } from "@/units/format";
import { confirmedChanges, countOf, suspectedChanges } from "./exploreModel";
import type { ExploreState } from "./exploreUrl";

export function answerText(
  state: Pick<ExploreState, "series" | "filters">,
  matching: number | undefined,
  history: History | undefined,
): string {
  const chosen = state.series.length;
  if (chosen === 0) return matchingText(matching, state.filters);
  const only = history?.series[0];
  if (history === undefined || only === undefined) return countOf(chosen, "series", "series");
  return history.series.length === 1 ? oneText(history, only) : manyText(history);
}

/** "214 series match metric wall_time: newest results by benchmark and threads." */
export function pivotText(
  { pivot, filters, series }: Pick<ExploreState, "pivot" | "filters" | "series">,
  matching: number | undefined,
): string {
  const [rows, columns] = [facetWord(pivot.rows), facetWord(pivot.columns)];
  if (series.length > 0)
    return `${formatCount(series.length)} selected series: newest results by ${rows} and ${columns}.`;
  if (matching === undefined) return "Newest results";
  return `${matchText(matching, filters)}: newest results by ${rows} and ${columns}.`;
}

/** For the tab: what is charted, or else what is looked for. */
export function titleText(
  { series, filters, view }: Pick<ExploreState, "series" | "filters" | "view">,
  history: History | undefined,
): string {
  const labels = history?.series.map((one) => one.series) ?? [];
  if (view !== "pivot" && series.length > 0 && labels.length > 0) return subjectText(labels);
  const page = view === "pivot" ? "Pivot table" : "Explore";
  const sought = filtersText(filters);
  return sought === "" ? page : `${page}: ${sought}`;
}

/** "wall_time of search engine=smol on bench-1": what the series are, without what tells them apart. */
export function subjectText(labels: readonly SeriesLabel[]): string {
  const each = (of: (label: SeriesLabel) => string) => [...new Set(labels.map(of))];
  const benchmarks = listed(
    each((label) => label.benchmark),
    "benchmarks",
  );
  const metrics = listed(
    each((label) => label.metric),
    "metrics",
  );
  const testbeds = listed(
    each((label) => label.testbed),
    "testbeds",
  );
  const [first] = labels;
  const shared = Object.entries(first?.parameters ?? {}).filter(([name, value]) =>
    labels.every((label) => label.parameters[name] === value),
  );
  const parameters = parametersText(Object.fromEntries(shared));
  return `${metrics} of ${[benchmarks, parameters].filter(Boolean).join(" ")} on ${testbeds}`;
}

/** Names as far as a line holds them, else how many there are. */
function listed(names: readonly string[], noun: string): string {
  return names.length > 2 ? `${formatCount(names.length)} ${noun}` : names.join(" and ");
}

/** "benchmark search, threads 2 or 4, “smol”" */
function filtersText({ chosen, text }: Filters): string {
  const facets = Object.entries(chosen).map(
    ([name, values]) =>
      `${facetWord(name)} ${values.length > 3 ? `${values.length} values` : values.join(" or ")}`,
  );
  return [...facets, text === "" ? "" : `“${text}”`].filter(Boolean).join(", ");
}

function matchText(matching: number, filters: Filters): string {
  const sought = filtersText(filters);
  const verb = matching === 1 ? "matches" : "match";
  return `${formatCount(matching)} series ${verb}${sought === "" ? "" : ` ${sought}`}`;
}

function matchingText(matching: number | undefined, filters: Filters): string {
  if (matching === undefined) return "Series";
  if (matching === 0) return "No series to show.";
  return `${matchText(matching, filters)}.`;
}

function oneText(history: History, only: SeriesHistory): string {
  const { series } = only;
  const index = only.value.map((value) => value !== null).lastIndexOf(true);
  const value = only.value[index];
  const subject = subjectText([series]);
  if (value === undefined || value === null) return `${subject}: no results in this range.`;
  const at = history.commits.name[only.at[index] ?? 0] ?? "";
  const interval = intervalText(only, index, value);
  const latest = `${subject} is ${formatValue(value, series.unit)}${interval} at ${shortCommit(at)}`;
  const stand = confirmedChanges(history);
  const newest = stand.find((change) => !isEnvironment(change)) ?? stand[0];
  if (newest === undefined) return `${latest}; ${doubtText(history)}.`;
  if (isEnvironment(newest))
    return `${latest}; the environment changed at ${shortCommit(newest.commit.name)}.`;
  return `${latest}, ${changedText(newest)}${backText(newest, value)}.`;
}

/** Where the newest result is back near the level before: "; nearer to 1.76 ms before than to 6.21 ms after". */
function backText({ before, after, series }: ChangePoint, newest: number): string {
  if (Math.abs(newest - after) <= Math.abs(newest - before)) return "";
  const [was, is] = [formatValue(before, series.unit), formatValue(after, series.unit)];
  return `; nearer to ${was} before than to ${is} after`;
}

/** Nothing is open; where the newest results surprise, or lie apart from older ones, that is said. */
function doubtText(history: History): string {
  const doubt = suspectedChanges(history)[0];
  if (doubt === undefined) return `no open change${unprovedText(history)}`;
  return `no open change, one suspected since ${sinceText(doubt.commit.name, pauseOfChange(doubt))}`;
}

function intervalText({ low, high, series }: SeriesHistory, index: number, value: number): string {
  const [least, most] = [low[index], high[index]];
  if (least === null || least === undefined || most === null || most === undefined) return "";
  return ` ${formatInterval(least, most, series.unit, value)}`;
}

function changedText(change: ChangePoint): string {
  return `${changeText(change)} since ${sinceText(change.commit.name, pauseOfChange(change))}`;
}

function manyText(history: History): string {
  const series = countOf(history.series.length, "series", "series");
  const stand = confirmedChanges(history);
  const changes = stand.filter(({ is_history: isHistory }) => !isHistory);
  const old = stand.length - changes.length;
  const past = old === 0 ? "" : `, ${formatCount(old)} in history`;
  const subject = subjectText(history.series.map((one) => one.series));
  const what = `${subject}, ${series} ${extentText(history)}`;
  const isWorse = (change: ChangePoint) => change.verdict === "regression" && isOfCode(change);
  const worse = changes.filter(isWorse);
  if (changes.length === 0) {
    const worseOnce = stand.filter(isWorse);
    const largest = largestText(worseOnce.length > 0 ? worseOnce : stand);
    return `${what}: no open change${past}${largest}.`;
  }
  const regressions =
    worse.length === 0 ? "" : `, ${countOf(worse.length, "regression", "regressions")} among them`;
  const open =
    worse.length === changes.length
      ? countOf(worse.length, "open regression", "open regressions")
      : `${countOf(changes.length, "open change", "open changes")}${regressions}`;
  return `${what}: ${open}${past}${largestText(worse.length > 0 ? worse : changes)}.`;
}

/** The answer has no commit that was thinned out, so that only points can be counted then. */
function extentText({ commits, series }: History): string {
  if (series.every(({ bucket }) => bucket <= 1)) {
    return `over ${countOf(commits.id.length, "commit", "commits")}`;
  }
  const most = Math.max(...series.map(({ raw_n }) => raw_n));
  return `of up to ${countOf(most, "point", "points")}`;
}

/** "Largest change: search engine=smol wall_time, 20 % slower since 1.4.0." */
export function moversText(history: History): string {
  const text = largestText(confirmedChanges(history)).replace(/^; (the largest: )?/, "");
  return text === "" ? "Largest changes" : `Largest change: ${text}.`;
}

/** "; the largest: search engine=smol, 20 % slower since 1.4.0" */
function largestText(changes: readonly ChangePoint[]): string {
  const largest = changes
    .filter((change) => change.ratio !== null && change.ratio > 0 && !isEnvironment(change))
    .sort((a, b) => sizeOf(b) - sizeOf(a))[0];
  if (largest === undefined) return "";
  const { benchmark, parameters, metric } = largest.series;
  const name = [benchmark, parametersText(parameters), metric].filter(Boolean).join(" ");
  const word = changes.length > 1 ? "the largest: " : "";
  return `; ${word}${name}, ${changedText(largest)}`;
}

function sizeOf({ ratio }: ChangePoint): number {
  return Math.abs(Math.log(ratio ?? 1));
}
