/** The first line of the explorer: what is chosen, and how it stands. */

import type { ChangePoint, History, SeriesHistory } from "@/api/types";
import { shortCommit } from "@/ui/commitName";
import { formatCount, formatValue } from "@/units/format";
import { effectPhrase } from "@/units/verdict";
import { countOf, openChanges } from "./exploreModel";

export function answerText(
  chosen: number,
  matching: number | undefined,
  history: History | undefined,
): string {
  if (chosen === 0) return matchingText(matching);
  const only = history?.series[0];
  if (history === undefined || only === undefined) return countOf(chosen, "series", "series");
  return history.series.length === 1 ? oneText(history, only) : manyText(history);
}

function matchingText(matching: number | undefined): string {
  if (matching === undefined) return "Series";
  if (matching === 0) return "No series to show.";
  const verb = matching === 1 ? "matches" : "match";
  return `${formatCount(matching)} series ${verb}. Choose one or more to see their history.`;
}

function oneText(history: History, only: SeriesHistory): string {
  const { series } = only;
  const index = only.value.map((value) => value !== null).lastIndexOf(true);
  const value = only.value[index];
  if (value === undefined || value === null) return `${series.metric}: no results in this range.`;
  const at = history.commits.name[only.at[index] ?? 0] ?? "";
  const interval = intervalText(only.low[index], only.high[index], series.unit);
  const latest = `${series.metric} is ${formatValue(value, series.unit)}${interval} at ${shortCommit(at)}`;
  const newest = openChanges(history)[0];
  return newest === undefined ? `${latest}; no open change.` : `${latest}, ${sinceText(newest)}.`;
}

function intervalText(
  low: number | null | undefined,
  high: number | null | undefined,
  unit: string,
): string {
  if (low === null || low === undefined || high === null || high === undefined) return "";
  return ` [${formatValue(low, unit)}, ${formatValue(high, unit)}]`;
}

function sinceText(change: ChangePoint): string {
  const { unit, direction, metric } = change.series;
  const effect = effectPhrase(change, { unit, direction, metric });
  return `${effect} since ${shortCommit(change.commit.name)}`;
}

function manyText(history: History): string {
  const series = countOf(history.series.length, "series", "series");
  const commits = countOf(history.commits.id.length, "commit", "commits");
  const changes = openChanges(history);
  const worse = changes.filter((change) => change.verdict === "regression").length;
  const regressions =
    worse === 0 ? "" : `, ${countOf(worse, "regression", "regressions")} among them`;
  const open =
    changes.length === 0
      ? "no open change"
      : `${countOf(changes.length, "open change", "open changes")}${regressions}`;
  return `${series} over ${commits}: ${open}.`;
}
