/** What the overview says: its answer, and the words of its rows. */

import type { Agent, ChangePoint, Overview, Sparkline } from "@/api/types";
import { parametersText } from "@/ui/SeriesName";
import { formatCount } from "@/units/format";
import { effectPhrase } from "@/units/verdict";

/** The first line of the page. */
export function answerOf(overview: Overview): string {
  const { totals } = overview;
  if (totals.runs === 0) return "No results yet";
  if (overview.open_change_total === 0) {
    return `Nothing changed: no open change in ${counted(totals.series, "series", "series")}`;
  }
  const worst = worstOf(overview.open_changes);
  const tail = worst === null ? "" : `; ${worstText(worst)}`;
  return `${openText(overview)}${tail}`;
}

/** "3 regressions and 2 improvements are open" */
function openText(overview: Overview): string {
  const regressions = sum(overview.suites.map((suite) => suite.regressions));
  const improvements = sum(overview.suites.map((suite) => suite.improvements));
  const others = Math.max(0, overview.open_change_total - regressions - improvements);
  const parts = [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
    others > 0 ? counted(others, "change without direction", "changes without direction") : "",
  ].filter((part) => part !== "");
  const verb = overview.open_change_total === 1 ? "is" : "are";
  return `${listText(parts)} ${verb} open`;
}

/** The largest regression; where there is none, the largest change of any kind. */
export function worstOf(changes: readonly ChangePoint[]): ChangePoint | null {
  const regressions = changes.filter((change) => change.verdict === "regression");
  const pool = regressions.length > 0 ? regressions : changes;
  return pool.reduce<ChangePoint | null>(
    (worst, change) => (worst === null || size(change) > size(worst) ? change : worst),
    null,
  );
}

/** Distance from "unchanged"; changes that cannot be given as a ratio come last. */
function size(change: ChangePoint): number {
  return Number.isFinite(change.ratio) ? Math.abs(Math.log(change.ratio)) : -1;
}

function worstText(change: ChangePoint): string {
  const { series } = change;
  const name = [series.benchmark, parametersText(series.parameters), series.metric].filter(Boolean);
  const word = change.verdict === "regression" ? "worst" : "largest";
  return `${word}: ${name.join(" ")}, ${effectPhrase(change, series)}`;
}

/** Reports that are not in the numbers yet, or never will be. */
export function reportNotes({
  pending_reports: pending,
  failed_reports: failed,
}: Overview): string[] {
  const notes: string[] = [];
  if (pending > 0) {
    const [verb, object] = pending === 1 ? ["waits", "it"] : ["wait", "them"];
    const reports = counted(pending, "accepted report", "accepted reports");
    notes.push(`${reports} ${verb} to be read; the numbers here are without ${object}.`);
  }
  if (failed > 0) {
    const verb = failed === 1 ? "document is" : "documents are";
    notes.push(
      `${counted(failed, "report", "reports")} could not be read; the ${verb} kept, and the report's address names each fault.`,
    );
  }
  return notes;
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
