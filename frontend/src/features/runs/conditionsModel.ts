/** Pure: how a run was measured → the sentences and rows that its page shows. */

import type { Conditions, Goal, PreflightCheck } from "@/api/types";
import type { Tone } from "@/ui/Badge";
import { parametersText } from "@/ui/SeriesName";
import { formatCount, formatNumber, MISSING } from "@/units/format";
import { formatShare } from "@/units/share";
import { countOf } from "./runsModel";

/** Three decimals around 1, where ratios are close to one another; else three digits. */
function ratioNumber(ratio: number): string {
  return ratio > 0.5 && ratio < 2 ? ratio.toFixed(3) : formatNumber(ratio);
}

/** "0.0310 [0.0280, 0.0350]" */
export function ratioText(part: {
  ratio?: number | null | undefined;
  low?: number | null | undefined;
  high?: number | null | undefined;
}): string {
  const { ratio = null, low = null, high = null } = part;
  if (ratio === null) return MISSING;
  const ends =
    low === null || high === null ? "no interval" : `[${ratioNumber(low)}, ${ratioNumber(high)}]`;
  return `${ratioNumber(ratio)} ${ends}`;
}

/** "at most 0.05"; a goal without a limit asks for the sign only. */
export function targetText(goal: Goal): string {
  if (goal.at_most != null) return `at most ${formatNumber(goal.at_most)}`;
  if (goal.at_least != null) return `at least ${formatNumber(goal.at_least)}`;
  return "above or below 1";
}

interface GoalWords {
  text: string;
  tone: Tone;
}

const GOALS: Record<Goal["verdict"], GoalWords> = {
  met: { text: "met", tone: "better" },
  not_met: { text: "not met", tone: "worse" },
  not_resolved: { text: "not resolved here", tone: "unresolved" },
  not_available: { text: "not available", tone: "plain" },
  above: { text: "above 1", tone: "plain" },
  below: { text: "below 1", tone: "plain" },
};

export function goalWords(goal: Goal): GoalWords {
  return GOALS[goal.verdict];
}

/** "pool connections=100 against threads connections=100"; equal parameters are said once. */
export function sidesText({ contender, baseline }: Goal): string {
  const text = (side: Goal["contender"]) =>
    `${side.benchmark} ${parametersText(side.parameters)}`.trim();
  return `${text(contender)} against ${text(baseline)}`;
}

/** "5 goals: 3 met, 1 not met, 1 not resolved here." */
export function goalsAnswer(goals: readonly Goal[]): string {
  const counts = (Object.keys(GOALS) as Goal["verdict"][])
    .map((verdict) => ({ verdict, count: goals.filter((one) => one.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${formatCount(count)} ${GOALS[verdict].text}`);
  return `${countOf(goals.length, "row")}: ${counts.join(", ")}.`;
}

const ENDS: Record<string, string> = {
  narrow: "every interval was narrow enough",
  rounds: "all rounds were done",
  budget: "the time was spent",
};

/** How many rounds were measured and what ended them. */
export function stoppingText(stopping: NonNullable<Conditions["stopping"]>): string {
  const { rounds, most_rounds: most, narrow, variants } = stopping;
  const ended = `${countOf(rounds, "round")}${most == null ? "" : ` of at most ${formatCount(most)}`}: ${ENDS[stopping.reason]}.`;
  if (narrow == null) return ended;
  const wide = variants.filter(({ reason }) => reason !== "narrow").length;
  const wanted = `±${formatShare(narrow)}`;
  if (wide === 0) return `${ended} Every interval is within ${wanted}.`;
  return `${ended} ${countOf(wide, "interval")} of ${formatCount(variants.length)} ${wide === 1 ? "is" : "are"} wider than ${wanted}.`;
}

/** What others used of the machine, and what was done about it. */
export function foreignText(foreign: NonNullable<Conditions["foreign"]>): string {
  const {
    samples = 0,
    repeated = 0,
    improved = 0,
    down_weighted: light = 0,
    unknown = 0,
  } = foreign;
  const share =
    foreign.median == null
      ? "What others used of the machine is not known."
      : `Others used ${formatShare(foreign.median)} of the machine (median over the samples; limit ${formatShare(foreign.limit)}).`;
  const repeats =
    repeated === 0
      ? "None was measured again."
      : `${countOf(repeated, "sample was", "samples were")} measured again, ${formatCount(improved)} became quieter.`;
  const weights =
    light === 0
      ? "All count in full."
      : `${formatCount(light)} of ${formatCount(samples)} stayed above the limit and count less.`;
  const blind =
    unknown === 0 ? "" : ` ${formatCount(unknown)} were too short for the kernel's clock to tell.`;
  const alike =
    foreign.alike.length === 0
      ? ""
      : ` All samples of ${foreign.alike.join(", ")} and of what they are compared with count in full, since some are too short to tell.`;
  const end = foreign.given_up == null ? "" : ` ${foreign.given_up}`;
  return `${share} ${repeats} ${weights}${blind}${alike}${end}`;
}

const RANKS: Record<PreflightCheck["state"], number> = { warning: 0, unknown: 1, ok: 2 };

/** Warnings first, then what is unknown, then what is in order. */
export function orderedChecks(checks: readonly PreflightCheck[]): PreflightCheck[] {
  return [...checks].sort((a, b) => RANKS[a.state] - RANKS[b.state]);
}

/** "2 warnings, 6 unknown, 9 in order." */
export function preflightText(checks: readonly PreflightCheck[]): string {
  const of = (state: PreflightCheck["state"]) =>
    checks.filter((check) => check.state === state).length;
  return `${countOf(of("warning"), "warning")}, ${of("unknown")} unknown, ${of("ok")} in order.`;
}

/** Whether the control benchmark took the run's results out of every history. */
export function vetoOf(conditions: Conditions | null): string | null {
  const control = conditions?.control;
  return control?.verdict === "veto" ? control.reason : null;
}

/** Nothing was said of how the run was measured. */
export function isSilent(conditions: Conditions | null): boolean {
  if (conditions === null) return true;
  const { goals, ...rest } = conditions;
  return Object.values(rest).every(
    (part) => part === null || part === undefined || (Array.isArray(part) && part.length === 0),
  );
}
