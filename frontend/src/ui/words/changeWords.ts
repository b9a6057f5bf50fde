/** What is known of a change point, in words. */

import type { AlertGroup, ChangePoint } from "@/api/types";
import { formatCount, formatNumber, formatPercent, formatValue, THIN } from "@/units/format";
import { spanText } from "@/units/spans";
import { effectPhrase } from "@/units/verdict";
import { shortCommit } from "./commitName";
import { counted } from "./countWords";

/** What it takes to say what happened: a change point, or one in short. */
export type ChangeFacts = Pick<
  ChangePoint,
  | "kind"
  | "state"
  | "verdict"
  | "ratio"
  | "low"
  | "high"
  | "before"
  | "after"
  | "series"
  | "same_code"
  | "aspect"
  | "modes_before"
  | "modes_after"
>;

/** What happened, in words: the effect; the two levels where no ratio can be given or none is judged. */
export function changeText(change: ChangeFacts): string {
  if (isEnvironment(change)) return `environment changed, ${levelsText(change)}`;
  const effect = change.ratio === null ? levelsText(change) : effectPhrase(change, change.series);
  const said = isDrift(change) ? `drift, ${effect}` : aspectText(change, effect);
  return change.same_code ? `${said}, not the code` : said;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** "p99 2.00 ms → 6.00 ms, 3.00× slower", "one mode became two: 1.00 ms and 1.07 ms"; the effect alone for centres. */
function aspectText(change: ChangeFacts, effect: string): string {
  const { aspect, before, after, modes_before, modes_after, series } = change;
  if (aspect === "") return effect;
  if (modes_after.length > 0) {
    const count = modes_before.length;
    const centres = modes_after.map((centre) => formatValue(centre, series.unit)).join(" and ");
    return `${COUNTS[count]} ${count === 1 ? "mode" : "modes"} became ${COUNTS[modes_after.length]}: ${centres}`;
  }
  const levels = levelsText(change).replace("level", aspect);
  if (aspect !== "spread" || before <= 0 || after <= 0) return `${levels}, ${effect}`;
  const ratio = after / before;
  const said =
    ratio >= 1 ? `${formatNumber(ratio, 3)}× wider` : `${formatNumber(1 / ratio, 3)}× narrower`;
  return `${levels}, ${said}`;
}

/** The level slid to another one over many commits. */
export function isDrift(change: Pick<ChangePoint, "kind">): boolean {
  return change.kind === "drift";
}

/** The machine changed here: an event that judges nothing. */
export function isEnvironment(change: Pick<ChangePoint, "kind">): boolean {
  return change.kind === "environment";
}

/** "level 1.20 ms → 1.30 ms" */
function levelsText({ before, after, series }: ChangeFacts): string {
  return `level ${formatValue(before, series.unit)} → ${formatValue(after, series.unit)}`;
}

/** Mark of the way the level went; a diamond for what is no verdict. */
export function changeMark(change: ChangeFacts): string {
  if (isEnvironment(change)) return "◆";
  return change.after >= change.before ? "▲" : "▼";
}

/** Points on either side that an effect is judged on at most (METHODOLOGY, Histories). */
export const NEAREST = 60;

/** Points that the effect was judged on: "judged on 60 points before, 42 after". */
export function basisText(change: Pick<ChangePoint, "kind" | "before_n" | "after_n">): string {
  if (isDrift(change))
    return `judged on the ${counted(change.after_n, "point", "points")} it spans`;
  const before = Math.min(change.before_n, NEAREST);
  const after = Math.min(change.after_n, NEAREST);
  return `judged on ${counted(before, "point", "points")} before, ${formatCount(after)} after`;
}

/** Where the cause is: one commit, or the ends of a range and its size; or why it is no commit. */
export function causeText(change: ChangePoint): string {
  if (isEnvironment(change)) return MOVED;
  if (change.same_code) return sameCodeText(change);
  const said = STATE_SENTENCES[change.state]?.(change);
  return said ?? (isDrift(change) ? driftText(change) : suspectsText(change));
}

const MOVED =
  "No commit is blamed: the machine changed here for good. Runs of an earlier commit on the new machine show whether the code changed too.";

/** The suite as which agents send the times of fixed work of their own. */
const CONTROL_SUITE = "machine-control";

export function isOfControl({ series }: Pick<ChangePoint, "series">): boolean {
  return series.suite === CONTROL_SUITE;
}

function sameCodeText(change: ChangePoint): string {
  const { commit, previous_commit } = change;
  if (isOfControl(change)) return "Fixed work of the agent: what moved is the machine.";
  return commit.id === previous_commit?.id
    ? "Runs of one commit differ."
    : "The same binary ran before and after.";
}

/** What became of a change that is not, or not yet, one to look for a cause of. */
const STATE_SENTENCES: Partial<Record<ChangePoint["state"], (change: ChangePoint) => string>> = {
  suspected: ({ after_n }) =>
    after_n === 1
      ? "One run so far, waiting for more runs."
      : `${formatCount(after_n)} runs so far, waiting for more runs.`,
  refuted: ({ cause }) =>
    cause === "person"
      ? "Refuted by a person."
      : cause === "job"
        ? "An agent measured both commits in turns: the code does not show it."
        : "Re-runs of this commit and the one before do not show it: the run was a spike.",
  cleared: () => "Later results did not bear it out.",
  withdrawn: () => "Later results took it back.",
};

/** "Spread over 100 commits, 0.49 % each on average: 1234567 … 89abcde." */
function driftText(change: ChangePoint): string {
  const { first_suspect: first, last_suspect: last, suspects, ratio } = change;
  const each = ratio === null || suspects < 1 ? null : Math.abs(ratio ** (1 / suspects) - 1) * 100;
  const rate = each === null ? "" : `, ${formatNumber(each, 2)}${THIN}% each on average`;
  const ends =
    first === null || last === null
      ? ""
      : `: ${shortCommit(first.name)} … ${shortCommit(last.name)}`;
  return `Spread over ${counted(suspects, "commit", "commits")}${rate}${ends}.`;
}

/** "c0ffee12"; after a long time without results, what came in that time may be the cause as well. */
export function oneCommitText(name: string, pause: number | null): string {
  return pause === null
    ? shortCommit(name)
    : `${shortCommit(name)} or one from ${pauseText(pause)}, which have no results`;
}

function suspectsText(change: ChangePoint): string {
  const { first_suspect: first, last_suspect: last, culprits } = change;
  if (culprits.length > 0) {
    const named = culprits.map(
      ({ commit, share }) => `${shortCommit(commit.name)} (${formatPercent(share)})`,
    );
    return `By commits measured in turns: ${named.join(", ")}.`;
  }
  if (change.suspects <= 1 || last === null)
    return `Most likely ${oneCommitText(change.commit.name, pauseOfChange(change))} (95 %).`;
  const count = formatCount(change.suspects);
  if (first === null)
    return `Most likely one of ${count} commits up to ${shortCommit(last.name)} (95 %).`;
  const range = `${shortCommit(first.name)} … ${shortCommit(last.name)}`;
  return `Most likely one of ${count} commits (95 %): ${range}.`;
}

/** It asks for attention; a suspicion asks for nothing yet. */
export function isConfirmed(change: Pick<ChangePoint, "state">): boolean {
  return change.state === "confirmed";
}

/** A step that the code may have made: what is counted, and may alert. */
export function isOfCode(change: Pick<ChangePoint, "kind" | "same_code">): boolean {
  return !isEnvironment(change) && !change.same_code;
}

const MOST_DIFFERENCES = 4;

/** "Changed too: rustc 1.94 → 1.95." Empty where nothing beside the code did. */
export function differencesText(change: ChangePoint): string {
  const named = namedDifferences(change);
  if (named === "") return "";
  return `${isEnvironment(change) ? "Changed" : "Changed too"}: ${named}.`;
}

/** "rustc 1.94 → 1.95, kernel 6.1 → 6.2, 3 more"; empty where nothing beside the code changed. */
export function namedDifferences({ differences }: ChangePoint): string {
  const named = differences
    .slice(0, MOST_DIFFERENCES)
    .map(({ name, before, after }) => `${name} ${before ?? "unset"} → ${after ?? "unset"}`);
  const others = differences.length - named.length;
  if (others > 0) named.push(`${formatCount(others)} more`);
  return named.join(", ");
}

/** "3 machines take turns; offsets removed: +5.1 %, −2.0 %." Empty where one machine measures. */
export function machinesText({ offsets }: ChangePoint): string {
  if (offsets.length === 0) return "";
  const machines = formatCount(offsets.length + 1);
  const ratios = offsets.map((ratio) => signedPercent(ratio - 1)).join(", ");
  return `${machines} machines take turns; offsets from the newest removed: ${ratios}.`;
}

function signedPercent(share: number): string {
  const sign = share > 0 ? "+" : "";
  return `${sign}${formatNumber(share * 100, 2)}${THIN}%`;
}

/** The days without results before the one commit that a group would blame alone. */
export function pauseOf({
  cause,
  commits,
  lead,
}: Pick<AlertGroup, "cause" | "commits" | "lead">): number | null {
  // where another series names a later commit, it was measured in that time
  const first = lead.first_suspect ?? lead.commit;
  const isOne = cause === "code" && commits.count <= 1 && commits.since.id === first.id;
  return isOne ? lead.pause_days : null;
}

/** The same of one series alone. */
export function pauseOfChange(change: ChangePoint): number | null {
  const isOne = change.kind === "step" && !change.same_code && change.suspects <= 1;
  return isOne ? change.pause_days : null;
}

/** "the 17 months before it" */
export function pauseText(days: number): string {
  return `the ${spanText(days)} before it`;
}

/** "b6e3b1b7", or "b6e3b1b7 or up to 17 months earlier". */
export function sinceText(name: string, pause: number | null): string {
  return pause === null
    ? shortCommit(name)
    : `${shortCommit(name)} or up to ${spanText(pause)} earlier`;
}
