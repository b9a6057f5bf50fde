/** Pure: a range is one of places on a branch, or of time where series lie on several branches. */

import type { CommitColumns } from "@/api/types";
import { dueTimes } from "@/charts/series/dueTimes";
import type { Zoom } from "../exploreUrl";

/** As the server has it: no branch has so many places. */
const FIRST_TIME = 1e10;

/** The range in the unit of these commits; null where it means nothing among them. */
export function fittedZoom(commits: CommitColumns, zoom: Zoom | null): Zoom | null {
  const last = commits.ordinal.at(-1);
  if (zoom === null || last === undefined) return zoom;
  const isTime = zoom.to >= FIRST_TIME;
  if (isTime === last >= FIRST_TIME) return zoom;
  if (!isTime) return null;
  const due = dueTimes(commits);
  const inside = commits.ordinal.filter((_, at) => {
    const time = due[at] ?? 0;
    return time >= zoom.from && time <= zoom.to;
  });
  const [first, end] = [inside[0], inside.at(-1)];
  return first === undefined || end === undefined ? null : { from: first, to: end };
}

/** The same range as one of time, which means the same in every chart; itself where no time is known. */
export function timedZoom(commits: CommitColumns, zoom: Zoom | null): Zoom | null {
  if (zoom === null || zoom.to >= FIRST_TIME) return zoom;
  const due = dueTimes(commits).filter((_, at) => {
    const ordinal = commits.ordinal[at] ?? 0;
    return ordinal >= zoom.from && ordinal <= zoom.to;
  });
  const [from, to] = [due[0], due.at(-1)];
  return from === undefined || to === undefined || from < FIRST_TIME ? zoom : { from, to };
}

/** The newest commits of so many months; null where that is all of them, or none has a date. */
export function recentZoom(commits: CommitColumns, months: number): Zoom | null {
  const due = dueTimes(commits);
  const start = new Date(due.at(-1) ?? 0);
  start.setUTCMonth(start.getUTCMonth() - months);
  const first = due.findIndex((time) => time >= start.getTime());
  const [from, to] = [commits.ordinal[first], commits.ordinal.at(-1)];
  return first <= 0 || from === undefined || to === undefined || from === to ? null : { from, to };
}
