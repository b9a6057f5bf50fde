/** Time of each function, by itself and with what it calls, of one profile or of two. */

import { type Frames, ROOT } from "@/charts/flame/flameTree";

export interface FunctionTime {
  name: string;
  own: number;
  baseOwn: number;
  total: number;
  baseTotal: number;
}

/** A function that stands in a stack more than once is counted once in the total. */
export function functionsOf({
  names,
  own,
  baseOwn,
  total,
  baseTotal,
  depth,
}: Frames): FunctionTime[] {
  const found = new Map<string, FunctionTime>();
  // the functions from the root to the frame, and which of them are below themselves
  const path: FunctionTime[] = [];
  const open = new Set<FunctionTime>();
  const outermost: boolean[] = [];
  for (let frame = ROOT + 1; frame < names.length; frame += 1) {
    while (path.length >= (depth[frame] as number)) {
      const left = path.pop() as FunctionTime;
      if (outermost.pop()) open.delete(left);
    }
    const time = timeOf(found, names[frame] as string);
    const isOutermost = !open.has(time);
    time.own += own[frame] as number;
    time.baseOwn += baseOwn[frame] as number;
    if (isOutermost) {
      time.total += total[frame] as number;
      time.baseTotal += baseTotal[frame] as number;
      open.add(time);
    }
    path.push(time);
    outermost.push(isOutermost);
  }
  return [...found.values()];
}

function timeOf(found: Map<string, FunctionTime>, name: string): FunctionTime {
  let time = found.get(name);
  if (time === undefined) {
    time = { name, own: 0, baseOwn: 0, total: 0, baseTotal: 0 };
    found.set(name, time);
  }
  return time;
}
