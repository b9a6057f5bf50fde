/** Pure: the variants of one benchmark and metric side by side, the best first. */

import type { RunResult, VariantPair } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { effectPhrase } from "@/units/verdict";
import { parameterNames } from "../runsModel";

/** A variant against the best of its group, judged by the server. */
export type Judged = ReadonlyMap<number, VariantPair>;

export interface VariantRow {
  result: RunResult;
  /** Only the parameters that differ between the rows of its group. */
  name: string;
  isBest: boolean;
  /** Its interval and that of the best have something in common; null without intervals. */
  mayBeBest: boolean | null;
  /** "best", or its distance to the best in words. */
  against: string;
}

/** Variants that may be compared: they agree in the parameter by which groups are made. */
export interface VariantGroup {
  /** "data = small", empty where all are one group. */
  title: string;
  rows: VariantRow[];
}

interface Choice {
  benchmark: string;
  metric: string;
  /** Parameter that separates groups; `none` for one group, null for the usual one. */
  split: string | null;
}

export const ONE_GROUP = "none";

export function variantGroups(results: readonly RunResult[], choice: Choice): VariantGroup[] {
  const chosen = results.filter(
    ({ series }) => series.benchmark === choice.benchmark && series.metric === choice.metric,
  );
  const split = choice.split ?? usualSplit(chosen);
  const groups = new Map<string, RunResult[]>();
  for (const result of chosen) {
    const title = splitTitle(result, split);
    groups.set(title, [...(groups.get(title) ?? []), result]);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([title, members]) => ({ title, rows: variantRows(members) }));
}

/** Where several parameters vary, the one with the fewest values sets the scene for the others. */
export function usualSplit(members: readonly RunResult[]): string {
  const names = differing(members);
  if (names.length < 2) return ONE_GROUP;
  const count = (name: string) =>
    new Set(members.map(({ series }) => String(series.parameters[name]))).size;
  return names.reduce((fewest, name) => (count(name) < count(fewest) ? name : fewest));
}

function splitTitle({ series }: RunResult, split: string): string {
  const value = series.parameters[split];
  if (split === ONE_GROUP) return "";
  return value === undefined ? `without ${split}` : `${split} = ${value}`;
}

/** Sorted by the direction of the metric; without one, by size and without a best. */
function variantRows(members: readonly RunResult[]): VariantRow[] {
  const direction = members[0]?.series.direction ?? "unknown";
  const sign = direction === "higher" ? -1 : 1;
  const sorted = [...members].sort((a, b) => sign * (a.value - b.value));
  const best = direction === "unknown" ? undefined : sorted[0];
  const naming = differing(members);
  return sorted.map((result) => ({
    result,
    name: nameOf(result, naming),
    isBest: result === best,
    mayBeBest: best === undefined ? null : overlap(result, best),
    against: againstText(result, best),
  }));
}

export function differing(members: readonly Pick<RunResult, "series">[]): string[] {
  const all = members.map(({ series }) => series.parameters);
  return parameterNames(members.map(({ series }) => series)).filter(
    (name) => new Set(all.map((parameters) => String(parameters[name]))).size > 1,
  );
}

/** The bare value where one parameter tells the variants apart, else "name=value" of each. */
function nameOf({ series }: RunResult, naming: readonly string[]): string {
  const own = naming.filter((name) => series.parameters[name] !== undefined);
  if (own.length === 0) return naming.length === 0 ? series.benchmark : "default";
  if (naming.length === 1) return String(series.parameters[own[0] ?? ""]);
  return own.map((name) => `${name}=${series.parameters[name]}`).join(" ");
}

function overlap(a: RunResult, b: RunResult): boolean | null {
  if (a.low === null || a.high === null || b.low === null || b.high === null) return null;
  return a.low <= b.high && b.low <= a.high;
}

function againstText(result: RunResult, best: RunResult | undefined): string {
  if (best === undefined) return "";
  if (result === best) return "best";
  if (best.value <= 0 || result.value <= 0) return "";
  const ratio = result.value / best.value;
  return effectPhrase({ ratio }, result.series);
}

/** "12-14": the best of a group and each of the others, as the server is asked. */
export function pairsOf(groups: readonly VariantGroup[]): string[] {
  return groups.flatMap(({ rows }) => {
    const best = rows.find((row) => row.isBest)?.result.series.id;
    if (best === undefined) return [];
    return rows.filter((row) => !row.isBest).map((row) => `${best}-${row.result.series.id}`);
  });
}

/** The group with the judgement of its pairs in the place of lone intervals, where there is one. */
export function withJudgement(group: VariantGroup, judged: Judged): VariantGroup {
  const rows = group.rows.map((row) => {
    const pair = judged.get(row.result.series.id);
    if (row.isBest || pair === undefined || pair.basis === "none") return row;
    const mayBeBest = pair.verdict === "unknown" || pair.verdict === "same";
    return { ...row, mayBeBest, against: pair.sentence };
  });
  return { ...group, rows };
}

const BASES: Record<VariantPair["basis"], string> = {
  rounds: "each against the best in the rounds that both have (99 % intervals)",
  samples: "each against the best by the samples of this run, which have no rounds in common",
  histogram: "each against the best by the medians of their histograms",
  exact: "by exact numbers",
  none: "by lone intervals: no samples were sent",
};

/** What the sentences of a group rest on. */
export function basisText(group: VariantGroup, judged: Judged): string {
  const bases = new Set(
    group.rows.flatMap(({ result }) => judged.get(result.series.id)?.basis ?? []),
  );
  if (bases.size === 0) return "";
  return `Judged ${[...bases].map((basis) => BASES[basis]).join("; ")}.`;
}

/** How far the judgement of the pairs is: only what is judged can be significant. */
export type Standing = "waiting" | "failed" | "judged";

/** The first line of a group: what is best, what cannot be told from it, what nobody judged. */
export function groupSentence(group: VariantGroup, judged: Judged, standing: Standing): string {
  const best = group.rows.find((row) => row.isBest);
  if (best === undefined) return "Which is better is not known: the metric has no direction.";
  if (group.rows.length === 1) return "Only one variant was measured.";
  if (best.mayBeBest === null)
    return `${best.name} is best; without intervals, by its number only.`;
  if (standing !== "judged") {
    const others = standing === "waiting" ? "are being judged" : "could not be judged";
    return `${best.name} has the best number; the others ${others}.`;
  }
  const others = group.rows.filter((row) => !row.isBest);
  const left = others.filter((row) => !judged.has(row.result.series.id)).length;
  const close = others
    .filter((row) => row.mayBeBest && judged.has(row.result.series.id))
    .map((row) => row.name);
  return [...bestText(best.name, close, others.length - left), ...leftText(left)].join(" ");
}

function bestText(name: string, close: readonly string[], judged: number): string[] {
  if (judged === 0) return [`${name} has the best number.`];
  if (close.length === 0) return [`${name} is best; each difference is significant.`];
  const head = `No significant difference between ${name} and ${listText(close)}`;
  if (close.length === judged) return [`${head}.`];
  return [`${head}; ${counted(judged - close.length, "other is", "others are")} worse.`];
}

function leftText(left: number): string[] {
  if (left === 0) return [];
  return [`${counted(left, "more is", "more are")} not judged: too many at once.`];
}

function listText(names: readonly string[]): string {
  if (names.length > 4) return `${names.length} others`;
  const last = names.at(-1) ?? "";
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Benchmark and metric to begin with: alternatives named by words rather than by numbers. */
export function firstChoice(
  results: readonly RunResult[],
  order: Record<string, readonly string[]> = {},
): { benchmark: string; metric: string } {
  const groups = new Map<string, RunResult[]>();
  for (const result of results) {
    const key = `${result.series.benchmark}\n${result.series.metric}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const place = ([one]: RunResult[]) =>
    one === undefined ? 0 : (order[one.series.benchmark] ?? []).indexOf(one.series.metric);
  const all = [...groups.values()].sort((a, b) => place(a) - place(b));
  const several = all.filter((group) => group.length > 1);
  const first = (several.find(differInWords) ?? several[0] ?? all[0])?.[0]?.series;
  return { benchmark: first?.benchmark ?? "", metric: first?.metric ?? "" };
}

/** Engines are alternatives; thread counts are a sweep, which has its own page. */
function differInWords(group: readonly RunResult[]): boolean {
  return differing(group).some((name) =>
    group.some(({ series }) => typeof series.parameters[name] === "string"),
  );
}
