/** Pure: a change and what is known around it → what its page says and draws. */

import type { ChangeNote, ChangePoint, History, Job, JobVerdict, Surroundings } from "@/api/types";
import type { Window } from "@/charts/series/seriesModel";
import { parametersText } from "@/ui/links/SeriesName";
import {
  basisText,
  changeText,
  isDrift,
  isEnvironment,
  isOfCode,
  isOfControl,
  machinesText,
  NEAREST,
} from "@/ui/words/changeWords";
import { functionText } from "@/ui/words/functionWords";
import { isJobOver } from "@/ui/words/jobWords";
import type { Term } from "@/ui/words/terms";
import { formatCount } from "@/units/format";
import { effectPhrase } from "@/units/verdict";

/** The answer: effect, interval and basis of the one series. */
export function answerOf(change: ChangePoint): string {
  const { series } = change;
  const name = [series.benchmark, parametersText(series.parameters), series.metric].filter(Boolean);
  return `${name.join(" ")}: ${changeText(change)}, ${basisText(change)}`;
}

/** The percentile that moved, which the chart draws; null where it draws the centres. */
export function percentileOf({ aspect }: Pick<ChangePoint, "aspect">): number | null {
  return aspect.startsWith("p") ? Number(aspect.slice(1)) : null;
}

/** "confirmed", "acknowledged by Ada", "refuted by a person". */
export function standingText(change: ChangePoint): string {
  if (change.state === "confirmed" && change.acknowledged_by !== null) {
    return `acknowledged by ${change.acknowledged_by}`;
  }
  const by = { detection: "", reruns: " by re-runs", job: " by a job", person: " by a person" }[
    change.cause
  ];
  return `${change.state}${by}`;
}

/** The word that explains how it stands. */
export function standingTerm(change: ChangePoint): Term {
  if (isEnvironment(change)) return "environment event";
  if (change.same_code) return "same code";
  return change.state === "suspected" ? "suspected" : "state";
}

/** Whether a range of commits is named as the likely cause. */
export function hasSuspects(change: ChangePoint): boolean {
  return isOfCode(change) && !isDrift(change) && ["confirmed", "fixed"].includes(change.state);
}

/** Points on either side that are drawn at first. */
const REACH = 40;

/** The range of ordinals around a commit, or from it to a last one, with some points either side. */
export function windowAround(
  { commits, series }: History,
  commit: number,
  until = commit,
): Window | null {
  const at = series[0]?.at ?? [];
  const middle = at.findIndex((place) => commits.id[place] === commit);
  const end = at.findIndex((place) => commits.id[place] === until);
  if (middle === -1 || end === -1 || at.length <= 2 * REACH) return null;
  const ordinalAt = (index: number) =>
    commits.ordinal[at[Math.max(0, Math.min(at.length - 1, index))] ?? 0] ?? 0;
  return { from: ordinalAt(middle - REACH), to: ordinalAt(end + REACH) };
}

/**
 * Results that the chart shows at the new level and the judgement does not count, in words; the
 * level ends where the next change begins. Empty where there are none, or points were thinned.
 * What moved may be none of what the chart draws: then that.
 */
export function laterText({ commits, series }: History, change: ChangePoint): string {
  const { aspect } = change;
  if (aspect !== "" && percentileOf(change) === null) {
    return `The chart shows the centres: the ${aspect === "max" ? "maximum" : aspect} is not drawn.`;
  }
  const [one] = series;
  if (one === undefined || one.raw_n !== one.returned_n || isDrift(change)) return "";
  const placeOf = (commit: number) => one.at.findIndex((at) => commits.id[at] === commit);
  const start = placeOf(change.commit.id);
  if (start === -1) return "";
  const others = one.changes
    .filter(({ id, state }) => id !== change.id && state === "confirmed")
    .map(({ commit }) => placeOf(commit.id))
    .filter((place) => place > start);
  const judged = Math.min(change.after_n, NEAREST);
  const more = Math.min(one.at.length, ...others) - start - judged;
  // one that was taken back is judged no further by what follows
  if (more <= 0 || change.state === "withdrawn") return "";
  if (judged === NEAREST) {
    return `Effect estimated from the ${NEAREST} results after the step; ${formatCount(more)} more follow.`;
  }
  const are = more === 1 ? "result has" : "results have";
  return `${formatCount(more)} more ${are} arrived since; the next full analysis includes them.`;
}

/** The run that measured a series at a commit, the last one where there are several. */
export function runAt({ commits, series }: History, commit: number): number | null {
  const one = series[0];
  if (one === undefined) return null;
  const index = one.at.map((place) => commits.id[place]).lastIndexOf(commit);
  return one.run[index] ?? null;
}

/** What else may have changed, the code first; every sentence is a finding of its own. */
export function surroundingsText(change: ChangePoint, surroundings: Surroundings): string[] {
  return [
    codeText(change, surroundings.binary),
    WORKLOADS[surroundings.workload],
    machinesText(change),
    controlText(surroundings.before, "before"),
    controlText(surroundings.after, "after"),
    environmentText(surroundings),
    ...surroundings.functions.map(functionText),
  ].filter((sentence) => sentence !== "");
}

function codeText(change: ChangePoint, binary: Surroundings["binary"]): string {
  if (isEnvironment(change)) return "The machine changed here; no commit is blamed.";
  if (isOfControl(change))
    return "This is fixed work of the agent: no code of the project runs in it.";
  if (change.same_code)
    return "Every run around the step measured one binary or one commit: no code change.";
  return {
    same: "Binary hash: unchanged, so no code change.",
    different: "Binary hash: changed by code or build.",
    unknown: "Binary hash: not reported.",
  }[binary];
}

function environmentText({ before, after, attributes }: Surroundings): string {
  if (attributes.length > 0) return "";
  const isEnvironmentNamed = before.names_environment || after.names_environment;
  if (before.names_machine || after.names_machine)
    return isEnvironmentNamed
      ? "Environment and machine: unchanged."
      : "Machine: unchanged. Environment: not reported.";
  return isEnvironmentNamed
    ? "Environment: unchanged. Machine: not reported."
    : "Environment and machine: not reported.";
}

const WORKLOADS = {
  same: "Benchmark definition: unchanged.",
  different: "Benchmark definition: changed, so the work measured is different.",
  unknown: "",
};

function controlText({ control, control_reason }: Surroundings["before"], side: string): string {
  if (control === null || control === "steady") return "";
  const what = control === "veto" ? "was vetoed" : "saw its fixed work move";
  const reason = control_reason === "" ? "" : `: ${control_reason}`;
  return `The run ${side} it ${what}${reason.replace(/\.$/, "")}.`;
}

const DEEDS: Record<ChangeNote["kind"], string> = {
  note: "wrote",
  acknowledged: "acknowledged it",
  unacknowledged: "took it out of hand",
  rejected: "marked it as not a change",
  reopened: "opened it again",
};

/** "Ada acknowledged it" */
export function deedText({ author, kind }: ChangeNote): string {
  return `${author} ${DEEDS[kind]}`;
}

type Found = (verdict: JobVerdict, series: ChangePoint["series"]) => string;
const sentence: Found = (verdict) => verdict.sentence;
const FOUND: Record<JobVerdict["finding"], Found> = {
  confirmed: (verdict, series) => `Confirmed: ${effectPhrase(verdict, series)}.`,
  refuted: (verdict, series) =>
    `Refuted: ${effectPhrase(verdict, series)}, less than half of what was suspected.`,
  unclear: (verdict, series) => `Unknown: ${effectPhrase(verdict, series)}.`,
  unsteady: sentence,
  steady: sentence,
  filled: sentence,
  "more pairs": sentence,
  settled: sentence,
  "several best": sentence,
  "not measured": () => "Unknown: no samples came.",
  found: sentence,
  narrowed: sentence,
  kept: sentence,
  "not kept": sentence,
  refused: sentence,
  "none of them": sentence,
};

/** What a job that was to confirm a change found of it. */
export function foundText({ verdict, state, reason }: Job, series: ChangePoint["series"]): string {
  if (verdict === null) {
    if (state === "finished") return "Its runs have not been ingested yet.";
    return isJobOver({ state }) ? `Unknown: ${reason}.` : "";
  }
  return FOUND[verdict.finding](verdict, series);
}
