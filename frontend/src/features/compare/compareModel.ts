/** Pure: a comparison as the server tells it → what its page says and draws. */

import type { ComparedRow, Comparison, RunRow } from "@/api/types";
import type { Tone } from "@/ui/Badge";
import { shortCommit } from "@/ui/commitName";
import { formatCount } from "@/units/format";
import type { Side, Verdict } from "./compareUrl";

export const VERDICT_WORDS: Record<Verdict, { one: string; tone: Tone; mark: string }> = {
  regression: { one: "worse", tone: "worse", mark: "▲" },
  improvement: { one: "better", tone: "better", mark: "▼" },
  change: { one: "changed", tone: "unresolved", mark: "◆" },
  unknown: { one: "unknown", tone: "unresolved", mark: "?" },
  same: { one: "the same", tone: "plain", mark: "=" },
};

/** "run 12", "commit c0ffee12", "branch main"; with the values that a side is limited to. */
export function sideName({ kind, name, parameters }: Side): string {
  const values = Object.entries(parameters).map(
    ([parameter, chosen]) => `${parameter}=${chosen.join(" or ")}`,
  );
  return [`${kind} ${kind === "commit" ? shortCommit(name) : name}`, ...values].join(", ");
}

/** What a run is called where one is chosen from many. */
export function runName(run: RunRow): string {
  return `${run.id}: ${run.suite} at ${shortCommit(run.commit.name)} on ${run.testbed}, ${run.branch}`;
}

export interface Suggestion {
  title: string;
  baseline: number;
  contender: number;
}

/** The newest run of each suite and testbed against the one before it. */
export function suggestions(runs: readonly RunRow[], most = 6): Suggestion[] {
  const newest = new Map<string, RunRow>();
  const found: Suggestion[] = [];
  for (const run of runs) {
    const place = `${run.suite} on ${run.testbed}, ${run.branch}`;
    const contender = newest.get(place);
    if (contender === undefined) {
      newest.set(place, run);
    } else if (!found.some(({ contender: id }) => id === contender.id)) {
      const title = `${place}: run ${contender.id} against run ${run.id}`;
      found.push({ title, baseline: run.id, contender: contender.id });
    }
  }
  return found.slice(0, most);
}

/** Ends of the axis that all rows share, as ratios, symmetric around 1 on a logarithmic scale. */
export interface ForestAxis {
  least: number;
  most: number;
}

const NARROWEST = 1.02;
const WIDEST = 8;
/** Share of the rows whose centre must lie on the axis; further ones are cut at its ends. */
const INSIDE = 0.98;

export function forestAxis(rows: readonly ComparedRow[]): ForestAxis {
  const sizes = rows
    .filter(({ is_ratio, ratio }) => is_ratio && ratio !== null && ratio > 0)
    .map(({ ratio }) => Math.abs(Math.log(ratio as number)))
    .sort((a, b) => a - b);
  const far = sizes[Math.floor(INSIDE * (sizes.length - 1))] ?? 0;
  const most = Math.min(WIDEST, Math.max(NARROWEST, Math.exp(1.6 * far)));
  return { least: 1 / most, most };
}

/** Place of a ratio on the axis from 0 to 1, and whether it lies beyond an end. */
export function forestPlace(axis: ForestAxis, ratio: number) {
  const part = Math.log(ratio / axis.least) / Math.log(axis.most / axis.least);
  return { part: Math.min(1, Math.max(0, part)), isBeyond: part < 0 || part > 1 };
}

/** "200 of 5 000 rows"; nothing where all are shown. */
export function shownText({ rows, matching }: Comparison): string | null {
  if (rows.length >= matching) return null;
  return `${formatCount(rows.length)} of ${formatCount(matching)} rows are shown, the worst first.`;
}

/** How both sides were measured, and what that means for small differences. */
export function measuredText({ measured }: Comparison): string {
  if (measured === "in turns") return "Both sides were measured in turns, round by round.";
  if (measured === "in one run") return "Both sides were measured in one run.";
  return "The sides were measured in runs apart: what differs between runs counts as noise.";
}

/** The run of a side whose samples can be shown: the only one. */
export function onlyRun(side: Comparison["baseline"]): number | null {
  return side.run_count === 1 ? (side.runs[0]?.id ?? null) : null;
}

/** Key of a row in the address: the contender's series says it within one comparison. */
export function rowOf(comparison: Comparison, series: number | null): ComparedRow | undefined {
  return comparison.rows.find((row) => row.series.id === series);
}

/** Parameters in which the rows differ: those that are the same in all of them say nothing. */
export function varyingParameters(rows: readonly ComparedRow[]): Set<string> {
  const seen = new Map<string, Set<string>>();
  for (const { series } of rows) {
    for (const [name, value] of Object.entries(series.parameters)) {
      seen.set(name, (seen.get(name) ?? new Set()).add(JSON.stringify(value)));
    }
  }
  const isEverywhere = (name: string) => rows.every(({ series }) => name in series.parameters);
  return new Set(
    [...seen]
      .filter(([name, values]) => values.size > 1 || !isEverywhere(name))
      .map(([name]) => name),
  );
}

/** "allocator=glibc threads=2" of a row, without what all rows share. */
export function shortParameters(row: ComparedRow, varying: ReadonlySet<string>): string {
  return Object.entries(row.series.parameters)
    .filter(([name]) => varying.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
