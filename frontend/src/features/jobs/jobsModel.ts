/** What the queue says in one line. */

import type { Job, JobList } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { commitsText, JOB_KINDS, stateWord } from "@/ui/words/jobWords";
import { formatCount } from "@/units/format";

export function queueAnswer({ waiting_total: waiting, held, over }: JobList): string {
  if (waiting === 0 && held.length === 0) {
    return over.length === 0 ? "No job was asked for yet" : "No job is waiting or running";
  }
  if (held.length === 0) return `${counted(waiting, "job", "jobs")} waiting, none running`;
  return `${counted(held.length, "job", "jobs")} running, ${formatCount(waiting)} waiting`;
}

export function jobAnswer(job: Job): string {
  return `${JOB_KINDS[job.kind]} of ${job.target.suite}, ${commitsText(job)}: ${stateWord(job)}`;
}

/** Stands where the middle of a log that was too long is missing. */
export function cutText(lines: number): string {
  return `[${counted(lines, "line was", "lines were")} cut: a log keeps its beginning and its end]`;
}

/** Lines of a long log that stand on the page at once. */
const SHOWN_LINES = 2000;

export function firstShown(total: number): number {
  return Math.max(0, total - SHOWN_LINES);
}

/**
 * Before which job one comes that moves a place up or down; null: last; nothing where it cannot.
 *
 * Of more jobs than are shown, nobody knows what comes behind the last one.
 */
export function placeAfterStep(
  { rows, total }: { rows: readonly Pick<Job, "id">[]; total: number },
  id: number,
  step: 1 | -1,
): number | null | undefined {
  const place = rows.findIndex((one) => one.id === id);
  if (place < 0) return undefined;
  if (step === -1) return rows[place - 1]?.id;
  if (place + 2 < rows.length) return rows[place + 2]?.id;
  return place + 2 === rows.length && rows.length >= total ? null : undefined;
}
