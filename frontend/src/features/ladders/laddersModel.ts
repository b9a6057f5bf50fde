/** Pure: ladders as the server judged them → what their pages say. */

import type { Ladder, LadderCandidate, LadderListing, LadderSource, Rung } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { shortCommit } from "@/ui/words/commitName";
import { formatCount, formatInterval, formatValue } from "@/units/format";
import { dayText } from "@/units/relativeTime";
import { effectPhrase } from "@/units/verdict";

export function listAnswer(
  rows: readonly LadderListing[] | undefined,
  total: number = rows?.length ?? 0,
): string {
  if (rows === undefined) return "Ladders";
  if (rows.length === 0) return "No ladders";
  const kept = rows.reduce((sum, row) => sum + row.kept, 0);
  const tried = rows.reduce((sum, row) => sum + row.rungs, 0);
  const here =
    total > rows.length
      ? `The ${formatCount(rows.length)} of ${counted(total, "ladder")} changed last`
      : counted(rows.length, "ladder");
  return `${here}: ${formatCount(kept)} of ${counted(tried, "rung")} kept.`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "15.3 % higher throughput [12.1, 18.6]", or that nothing is better than the baseline. */
export function gainText(row: Pick<Ladder, "stacked" | "unit" | "direction" | "metric">): string {
  if (row.stacked === null) return "none yet";
  return effectPhrase(row.stacked, row);
}

interface VerdictWords {
  text: string;
  tone: Tone;
}

/** No ▲ or ▼: those are the way a number went, and a kept rung may be a lower one. */
const WORDS: Record<Rung["verdict"], VerdictWords> = {
  baseline: { text: "baseline", tone: "plain" },
  kept: { text: "✓ kept", tone: "better" },
  rejected: { text: "✗ rejected", tone: "worse" },
  "no gain": { text: "no gain", tone: "unresolved" },
  unresolved: { text: "unresolved", tone: "unresolved" },
  failed: { text: "failed", tone: "worse" },
  control: { text: "control", tone: "plain" },
  open: { text: "not judged", tone: "unresolved" },
};

/** What stands: a decision goes before the measured verdict, and says so. */
export function verdictWords(rung: Rung): VerdictWords {
  const measured = WORDS[rung.verdict];
  if (rung.decision === null || rung.decision === rung.verdict) return measured;
  const decided = WORDS[rung.decision];
  return { text: `${decided.text} by decision`, tone: decided.tone };
}

/** "needs about 14 more pairs", where that is what is missing. */
export function pairsText(rung: Rung): string | null {
  if (rung.verdict !== "unresolved") return null;
  if (rung.more_pairs === null) return "no affordable number of pairs decides";
  return `about ${formatCount(rung.more_pairs)} more ${rung.more_pairs === 1 ? "pair" : "pairs"}`;
}

/** "4.8 % lower throughput" against the baseline or the best so far; empty where there is none. */
export function effectOf(range: Rung["versus_best"], ladder: Ladder): string {
  return range === null ? "" : effectPhrase(range, ladder);
}

/** "543 1/s [530, 556], 12 samples" */
export function resultText(
  { value, low, high, n }: Pick<Rung, "value" | "low" | "high" | "n">,
  unit: string,
): string {
  if (value === null) return "no result";
  const interval =
    low === null || high === null ? "" : ` ${formatInterval(low, high, unit, value)}`;
  return `${formatValue(value, unit)}${interval}, ${n === 1 ? "summary only" : `${formatCount(n)} samples`}`;
}

/** What was published beside the figure that counts: "latency_p50_ms 92, p95_ms 84". */
export function figuresText(rung: Pick<Rung, "figures" | "conditions">): string {
  const all = { ...rung.conditions, ...rung.figures };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** Ids in their order once a rung has moved; the baseline stays in front. */
export function moved(rungs: readonly Rung[], id: number, by: number): number[] {
  const ids = rungs.map((rung) => rung.id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 1 || to < 1 || to >= ids.length) return ids;
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return ids;
}

export function variantName(parameters: Record<string, unknown>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** "ladder strategy=nb handler=sleep-1ms" */
export function candidateName({ series }: Pick<LadderCandidate, "series">): string {
  return `${series.benchmark} ${variantName(series.parameters)}`.trim();
}

/** What tells results apart that could become rungs: run and series. */
export function candidateKey({ run, series }: Pick<LadderCandidate, "run" | "series">): string {
  return `${run.id} ${series.id}`;
}

/** Ids of the rungs that a ladder has now and did not have before. */
export function newRungs(before: Pick<Ladder, "rungs">, after: Pick<Ladder, "rungs">): number[] {
  const known = new Set(before.rungs.map(({ id }) => id));
  return after.rungs.map(({ id }) => id).filter((id) => !known.has(id));
}

/** "c0ffee12 of 2026-11-20, run 12" */
export function runName(run: { id: number; commit: { name: string }; started_at: string }): string {
  return `${shortCommit(run.commit.name)} of ${dayText(new Date(run.started_at))}, run ${run.id}`;
}

/** "bridge-rust-python: ladder by strategy, 6 values" */
export function sourceName(source: LadderSource): string {
  const values = counted(source.values.length, "value");
  return `${source.suite}: ${source.benchmark} by ${source.parameter}, ${values}`;
}

/** The name that the server gives a ladder of a parameter: "bridge: round_trip by strategy". */
export function madeName({ suite, benchmark, parameter }: LadderSource): string {
  return `${suite}: ${benchmark} by ${parameter}`;
}

const MOST_STEPS = 8;

/** "sync → nb → run": the rungs in their order, as far as a line holds them. */
export function stepsText({ values }: Pick<LadderSource, "values">): string {
  const shown = values.slice(0, MOST_STEPS).join(" → ");
  const left = values.length - MOST_STEPS;
  return left > 0 ? `${shown} → ${left} more` : shown;
}
