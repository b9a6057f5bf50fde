/** Pure: weeks of the calendar by their names, such as 2026-W47. */

import type { AlertGroup, TriageReport } from "@/api/types";
import { counted } from "@/ui/words/countWords";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The name of the week so many weeks later or earlier. */
export function weekBeside(week: string, by: number): string {
  const [year = "", number = ""] = week.split("-W");
  // 4 January is always in the first week
  const fourth = Date.UTC(Number(year), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return weekName(monday + (Number(number) - 1 + by) * WEEK_MS);
}

function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}

export interface WeekRow {
  group: AlertGroup;
  /** What it is to the week. */
  part: string;
  owner: string;
}

/** Regressions first, those that wait longest before closed ones and improvements. */
export function weekRows(report: TriageReport): WeekRow[] {
  const rows = (part: string, groups: readonly AlertGroup[]) =>
    groups.map((group) => ({ group, part, owner: group.triage?.assignee?.name ?? "" }));
  return [
    ...rows("new", report.new),
    ...rows("still open", report.waiting),
    ...rows("history", report.found),
    ...rows("closed", report.ended),
    ...rows("improvement", report.better),
    ...rows("muted", report.muted),
  ];
}

/** "Week 2026-W48: no new regression, 3 still open." */
export function weekAnswer(report: TriageReport): string {
  const { week, new: opened, waiting } = report;
  const head = opened.length === 0 ? "no new regression" : counted(opened.length, "new regression");
  const left = waiting.length === 0 ? "" : `, ${waiting.length} still open`;
  return `Week ${week}: ${head}${left}.`;
}
