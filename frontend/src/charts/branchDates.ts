/** Pure: dates of commits → places on an axis of dates on which the branch runs forward. */

/**
 * The place of each commit, in the order of the branch. Most commits stand at their date. A rebased
 * commit keeps an old date and a wrong clock writes a new one: commits outside the longest run of
 * dates that never go back, and those without a date, stand where the one before them does.
 */
export function branchDates(times: readonly (number | null)[]): number[] {
  const kept = longestForward(times);
  const first = kept.values().next().value;
  let last = (first === undefined ? null : times[first]) ?? 0;
  return times.map((time, at) => {
    if (kept.has(at)) last = time ?? last;
    return last;
  });
}

/** How many commits have a date that the branch's order contradicts. */
export function countMisdated(times: readonly (number | null)[]): number {
  const dated = times.filter((time) => time !== null);
  return dated.length - longestForward(dated).size;
}

/** Indices of the longest subsequence that never falls, ascending (patience sorting). */
function longestForward(times: readonly (number | null)[]): Set<number> {
  const ends: { at: number; time: number }[] = [];
  const before = new Map<number, number | undefined>();
  times.forEach((time, at) => {
    if (time === null) return;
    const length = countUpTo(ends, time);
    before.set(at, ends[length - 1]?.at);
    ends[length] = { at, time };
  });
  const found: number[] = [];
  for (let at = ends.at(-1)?.at; at !== undefined; at = before.get(at)) found.push(at);
  return new Set(found.reverse());
}

/** How many of the ascending ends are at or before a time. */
function countUpTo(ends: readonly { time: number }[], time: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
