/** Time of each function, by itself and with what it calls, of one profile or of two. */

import type { Stack } from "@/charts/flameTree";

export interface FunctionTime {
  name: string;
  own: number;
  baseOwn: number;
  total: number;
  baseTotal: number;
}

/** A function that stands in a stack more than once is counted once in the total. */
export function functionsOf(stacks: readonly Stack[]): FunctionTime[] {
  const found = new Map<string, FunctionTime>();
  const timeOf = (name: string) => {
    let time = found.get(name);
    if (time === undefined) {
      time = { name, own: 0, baseOwn: 0, total: 0, baseTotal: 0 };
      found.set(name, time);
    }
    return time;
  };
  for (const { frames, count, baseCount } of stacks) {
    for (const name of differing(frames)) {
      const time = timeOf(name);
      time.total += count;
      time.baseTotal += baseCount;
    }
    const innermost = frames.at(-1);
    if (innermost === undefined) continue;
    const time = timeOf(innermost);
    time.own += count;
    time.baseOwn += baseCount;
  }
  return [...found.values()];
}

/** Looking back over a short stack is quicker than a set of it, and nearly all are short. */
const SHORT = 24;

function differing(frames: readonly string[]): Iterable<string> {
  if (frames.length > SHORT) return new Set(frames);
  return frames.every((name, place) => frames.indexOf(name) === place) ? frames : new Set(frames);
}
