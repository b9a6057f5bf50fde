/** Times as people say them, with the exact one at hand. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "3 h ago", "12 d ago", then the date. Accepts times ahead of now. */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  const size = Math.abs(age);
  if (size < 45_000) return "just now";
  if (size >= 30 * DAY) return dayText(at);
  const amount = span(size);
  return age < 0 ? `in ${amount}` : `${amount} ago`;
}

function span(size: number): string {
  if (size < HOUR) return `${Math.max(1, Math.round(size / MINUTE))} min`;
  if (size < DAY) return `${Math.round(size / HOUR)} h`;
  return `${Math.round(size / DAY)} d`;
}

/** 2026-03-14 */
export function dayText(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** 2026-03-14 09:05:12 in the reader's time zone. */
export function absoluteTime(at: Date): string {
  return `${dayText(at)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Elapsed time between two moments: "48 s", "3 min 12 s", "2 h 5 min". */
export function durationText(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function two(number: number): string {
  return number.toString().padStart(2, "0");
}
