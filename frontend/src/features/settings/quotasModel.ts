/** Words and rules of machine minutes. */

import type { ProjectQuotas, QuotaUse } from "@/api/types";

export const MOST_MINUTES = 1_000_000;
const EVERYBODY = "All jobs";

export type QuotaRow = QuotaUse & { place: number };

/** Minutes as typed: empty for any number; nothing where it is no number of minutes. */
export function minutesOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES ? minutes : undefined;
}

export function textOf(minutes: number | null): string {
  return minutes === null ? "" : String(minutes);
}

/** All jobs together, then who took most; two keys may have one name. */
export function rowsOf({ whole, people }: ProjectQuotas): QuotaRow[] {
  if (people.length === 0) return [];
  return [{ ...whole, who: EVERYBODY }, ...people].map((use, place) => ({ ...use, place }));
}

/** What the whole bar stands for: the quota, or what the largest took where there is none. */
export function scaleOf(use: QuotaUse, rows: readonly QuotaUse[]): number {
  return use.minutes ?? Math.max(1, ...rows.map(({ spent, held }) => spent + held));
}

/** "35 of 120 min, 30 more kept for what is measured" */
export function usedText({ spent, held, minutes }: QuotaUse): string {
  const of = minutes === null ? "" : ` of ${minutes}`;
  const more = held < 0.5 ? "" : `, ${Math.round(held)} more kept for what is measured`;
  return `${Math.floor(spent)}${of} min${more}`;
}

export function startText({ frees_at: at }: QuotaUse): string {
  return at === null ? "at once" : "when a job ends";
}
