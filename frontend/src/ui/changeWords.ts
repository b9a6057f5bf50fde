/** What is known of a change point, in words. */

import type { ChangePoint } from "@/api/types";
import { formatCount } from "@/units/format";
import { shortCommit } from "./commitName";

/** Points behind the two levels: "60 points before, 42 after". */
export function basisText(change: ChangePoint): string {
  const points = change.before_n === 1 ? "point" : "points";
  return `${formatCount(change.before_n)} ${points} before, ${formatCount(change.after_n)} after`;
}

/** Where the cause is: one commit, or the ends of a range and its size. */
export function causeText(change: ChangePoint): string {
  if (change.kind === "environment") return "The environment changed here.";
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
