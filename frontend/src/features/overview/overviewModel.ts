/** What the overview says: its answer, and the words of its rows. */

import type { Agent, ChangePoint, Overview, Sparkline } from "@/api/types";
import { changeText, isEnvironment, isOfCode } from "@/ui/changeWords";
import { parametersText } from "@/ui/SeriesName";
import { formatCount } from "@/units/format";

/** The first line of the page. */
export function answerOf(overview: Overview): string {
  const { totals } = overview;
  if (totals.runs === 0) return "No results yet";
  if (overview.open_change_total === 0 && overview.open_changes.length === 0) {
    const series = counted(totals.series, "series", "series");
    return totals.commits < 2
      ? `${counted(totals.results, "result", "results")} in ${series} at one commit; nothing to compare with yet`
      : `Nothing changed: no open change in ${series}`;
  }
  const worst = worstOf(overview.open_changes);
  const tail = worst === null ? "" : `; ${worstText(worst)}`;
  return `${openText(overview)}${tail}`;
}

/** "3 regressions and 2 improvements are open" */
function openText(overview: Overview): string {
  const regressions = sum(overview.suites.map((suite) => suite.regressions));
  const improvements = sum(overview.suites.map((suite) => suite.improvements));
  const others = overview.open_change_total - regressions - improvements;
  if (overview.open_change_total === 0)
    return `Nothing got worse or better; ${asideText(overview)}`;
  const parts = [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
    others > 0 ? counted(others, "other change", "other changes") : "",
  ].filter((part) => part !== "");
  const verb = overview.open_change_total === 1 ? "is" : "are";
  return `${listText(parts)} ${verb} open`;
}

/** What is listed as open and asks nobody for anything. */
function asideText({ open_changes: changes }: Overview): string {
  const environment = changes.filter(isEnvironment).length;
  const unchanged = changes.length - environment - changes.filter(isOfCode).length;
  return [
    environment > 0 ? counted(environment, "environment event", "environment events") : "",
    unchanged > 0 ? `${counted(unchanged, "step", "steps")} of an unchanged binary` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Suspicions are told apart from what is open: most come to nothing. */
export function suspectedNote({ suspected_total: suspected }: Overview): string | null {
  if (suspected === 0) return null;
  return counted(suspected, "suspected change", "suspected changes");
}

/** The largest regression; where there is none, the largest change that the code may have made. */
export function worstOf(changes: readonly ChangePoint[]): ChangePoint | null {
  const judged = changes.filter(isOfCode);
  const regressions = judged.filter((change) => change.verdict === "regression");
  const pool = regressions.length > 0 ? regressions : judged;
  return pool.reduce<ChangePoint | null>(
    (worst, change) => (worst === null || size(change) > size(worst) ? change : worst),
    null,
  );
}

/** Distance from "unchanged"; changes that cannot be given as a ratio come last. */
function size({ ratio }: ChangePoint): number {
  return ratio !== null && ratio > 0 && Number.isFinite(ratio) ? Math.abs(Math.log(ratio)) : -1;
}

function worstText(change: ChangePoint): string {
  const { series } = change;
  const name = [series.benchmark, parametersText(series.parameters), series.metric].filter(Boolean);
  const word = change.verdict === "regression" ? "worst" : "largest";
  return `${word}: ${name.join(" ")}, ${changeText(change)}`;
}

/** Reports that are not in the numbers yet. */
export function pendingNote({ pending_reports: pending }: Overview): string | null {
  if (pending === 0) return null;
  const [verb, object] = pending === 1 ? ["waits", "it"] : ["wait", "them"];
  const reports = counted(pending, "accepted report", "accepted reports");
  return `${reports} ${verb} to be read; the numbers here are without ${object}.`;
}

/** Reports that never will be; their page names each fault. */
export function failedNote({ failed_reports: failed }: Overview): string | null {
  return failed === 0 ? null : `${counted(failed, "report", "reports")} could not be read`;
}

/** What an agent is doing, in words. */
export function agentText(agent: Agent): string {
  if (agent.is_silent) return "silent";
  if (agent.state === "idle") return "idle";
  return agent.suite === null ? agent.state : `${agent.state} ${agent.suite}`;
}

/** Done and total as a share between 0 and 1; null where the agent does not say. */
export function progressShare(agent: Agent): number | null {
  if (agent.progress === null || agent.progress.total === 0) return null;
  return Math.min(1, agent.progress.done / agent.progress.total);
}

export function sparklineTone(sparkline: Sparkline): "worse" | "better" | "plain" {
  if (sparkline.worst_verdict === "regression") return "worse";
  return sparkline.worst_verdict === "improvement" ? "better" : "plain";
}

/** "2 regressions, 1 improvement", or nothing. */
export function countsText(regressions: number, improvements: number): string {
  return [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function listText(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
