/** What is known of a change point, in words. */

import type { ChangePoint } from "@/api/types";
import { formatCount, formatValue } from "@/units/format";
import { effectPhrase } from "@/units/verdict";
import { shortCommit } from "./commitName";

/** What happened, in words: the effect; the two levels where no ratio can be given or none is judged. */
export function changeText(change: ChangePoint): string {
  if (isEnvironment(change)) return `environment changed, ${levelsText(change)}`;
  return change.ratio === null ? levelsText(change) : effectPhrase(change, change.series);
}

/** The machine changed here: an event that judges nothing. */
export function isEnvironment(change: ChangePoint): boolean {
  return change.kind === "environment";
}

/** "level 1.20 ms → 1.30 ms" */
function levelsText({ before, after, series }: ChangePoint): string {
  return `level ${formatValue(before, series.unit)} → ${formatValue(after, series.unit)}`;
}

/** Mark of the way the level went; a diamond for what is no verdict. */
export function changeMark(change: ChangePoint): string {
  if (isEnvironment(change)) return "◆";
  return change.after >= change.before ? "▲" : "▼";
}

/** Points behind the two levels: "60 points before, 42 after". */
export function basisText(change: ChangePoint): string {
  const points = change.before_n === 1 ? "point" : "points";
  return `${formatCount(change.before_n)} ${points} before, ${formatCount(change.after_n)} after`;
}

/** Where the cause is: one commit, or the ends of a range and its size. */
export function causeText(change: ChangePoint): string {
  if (isEnvironment(change)) return "No commit is blamed: the machine changed here.";
  const { first_suspect: first, last_suspect: last } = change;
  if (change.suspects <= 1 || last === null) return "The cause is this commit.";
  const count = formatCount(change.suspects);
  if (first === null)
    return `The cause is one of ${count} commits up to ${shortCommit(last.name)}.`;
  const range = `${shortCommit(first.name)} … ${shortCommit(last.name)}`;
  return `The cause is one of ${count} commits: ${range}.`;
}

export function isOpen(change: ChangePoint): boolean {
  return change.state === "suspected" || change.state === "confirmed";
}
