/** What jobs are called, how they stand, and how long they take. */

import type { DurationEstimate, Job, JobVerdict } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { formatNumber } from "@/units/format";
import { shortCommit } from "./commitName";
import { counted } from "./countWords";

export const JOB_STATES: Record<Job["state"], { word: string; tone: Tone }> = {
  queued: { word: "waiting", tone: "unresolved" },
  leased: { word: "given to an agent", tone: "environment" },
  running: { word: "running", tone: "environment" },
  finished: { word: "finished", tone: "better" },
  failed: { word: "▲ failed", tone: "worse" },
  cancelled: { word: "cancelled", tone: "plain" },
  expired: { word: "expired", tone: "plain" },
};

export const JOB_KINDS: Record<Job["kind"], string> = {
  run: "Run",
  compare: "Comparison",
  confirm: "Confirmation",
  aa: "A/A check",
  bisect: "Bisection",
  sweep: "Sweep",
  ladder: "Ladder",
  backfill: "Backfill",
  propose: "Proposal",
};

export const FINDINGS: Record<JobVerdict["finding"], { word: string; tone: Tone }> = {
  confirmed: { word: "confirmed", tone: "plain" },
  refuted: { word: "refuted", tone: "plain" },
  unclear: { word: "inconclusive", tone: "unresolved" },
  unsteady: { word: "machine not steady", tone: "worse" },
  "more pairs": { word: "not decided yet", tone: "unresolved" },
  "not measured": { word: "not measured", tone: "unresolved" },
  found: { word: "commit found", tone: "plain" },
  narrowed: { word: "narrowed down", tone: "unresolved" },
  "none of them": { word: "none of them", tone: "plain" },
  settled: { word: "best found", tone: "plain" },
  filled: { word: "measured", tone: "plain" },
  steady: { word: "steady", tone: "plain" },
  kept: { word: "kept", tone: "better" },
  "not kept": { word: "not kept", tone: "plain" },
  refused: { word: "▲ refused", tone: "worse" },
  "several best": { word: "several tie", tone: "unresolved" },
};

/** "finished, 9 variants failed": how a job stands. */
export function stateWord({ state, failed }: Pick<Job, "state" | "failed">): string {
  const { word } = JOB_STATES[state];
  const variants = failed?.variants ?? 0;
  return variants === 0 ? word : `${word}, ${counted(variants, "variant", "variants")} failed`;
}

export function isJobOver({ state }: Pick<Job, "state">): boolean {
  return !["queued", "leased", "running"].includes(state);
}

/** The verdict that counts: of a job that ended on the way there is none, its reason says why. */
export function verdictOf(job: Pick<Job, "state" | "verdict">): JobVerdict | null {
  return isJobOver(job) && job.verdict?.finding === "more pairs" ? null : job.verdict;
}

/** "badc0de1 against c0ffee12" */
export function commitsText({ target }: Pick<Job, "target">): string {
  const names = target.commits.map(({ commit }) => shortCommit(commit));
  return names.length === 2 ? names.join(" against ") : names.join(", ");
}

/** "48 s", "12 min", "2.5 h" */
function secondsText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${formatNumber(seconds / 3600, 2)} h`;
}

/** "12 min (8 min to 20 min)"; without a measured job like it, only its budget is known. */
export function spreadText({ seconds, low, high, jobs }: DurationEstimate): string {
  if (high < 1) return "0 s";
  if (jobs === 0) return `at most ${secondsText(high)}`;
  return `${secondsText(seconds)} (${secondsText(low)} to ${secondsText(high)})`;
}

/** When a job that waits begins. */
export function beginsText({ starts_in: starts }: Pick<Job, "starts_in">): string {
  if (starts === null) return "not known";
  if (starts.high < 1) return "with the next request of an agent";
  return `in ${spreadText(starts)}`.replace("in at most", "within");
}
