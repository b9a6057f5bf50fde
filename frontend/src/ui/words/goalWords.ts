/** Goals in words: the ratio, its target, its verdict. */

import type { Goal } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { parametersText } from "@/ui/links/SeriesName";
import { formatCount, formatNumber, MISSING } from "@/units/format";
import { type Quantity, ratioWord, verdictOf } from "@/units/verdict";
import { counted } from "./countWords";

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
  return "two-sided";
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
  above: { text: "above the baseline", tone: "plain" },
  below: { text: "below the baseline", tone: "plain" },
};

/** Unit and direction of a metric, as far as the page knows them. */
export type QuantityOf = (metric: string) => Quantity | undefined;

/** The verdict; where only the sign was asked, what the sign means: "faster than the baseline". */
export function goalWords(goal: Goal, quantityOf: QuantityOf = () => undefined): GoalWords {
  if (goal.verdict !== "above" && goal.verdict !== "below") return GOALS[goal.verdict];
  const isAbove = goal.verdict === "above";
  const quantity = quantityOf(goal.metric);
  if (quantity === undefined)
    return { text: `${isAbove ? "more" : "less"} than the baseline`, tone: "plain" };
  const verdict = verdictOf(isAbove ? 2 : 0.5, quantity.direction);
  const tones = { regression: "worse", improvement: "better", change: "plain" } as const;
  return { text: `${ratioWord(isAbove, quantity)} than the baseline`, tone: tones[verdict] };
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
  return `${counted(goals.length, "row")}: ${counts.join(", ")}.`;
}
