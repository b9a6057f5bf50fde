/** Where the frames of a flame graph lie, and which of them can be seen. */

import { calleesOf, type Frames, ROOT } from "./flameTree";

/** Samples of each frame that give it its width: of one of the profiles. */
type Widths = Float64Array;

/** A frame on screen, in pixels from the left and rows from the root. */
export interface SeenFrame {
  frame: number;
  x: number;
  width: number;
  row: number;
  /** A caller of the frame that fills the width. */
  isAbove: boolean;
}

export interface Flame {
  frames: Frames;
  widths: Widths;
}

/** Deeper rows are not drawn: a canvas ends at 32 767 pixels. */
const DEEPEST_ROW = 800;

/**
 * What is seen when `focus` fills the width. Frames narrower than `narrowest` pixels are left out
 * with all that they call, so that only what is seen is looked at.
 */
export function framesIn(
  flame: Flame,
  focus: number,
  width: number,
  narrowest: number,
): SeenFrame[] {
  const above = callersOf(flame.frames, focus).map((frame, row) => ({
    frame,
    x: 0,
    width,
    row,
    isAbove: true,
  }));
  const samples = flame.widths[focus] ?? 0;
  return samples === 0
    ? above
    : [...above, ...framesBelow(flame, focus, width / samples, narrowest)];
}

/** The frame and what it calls, `scale` pixels for a sample. */
function framesBelow(
  { frames, widths }: Flame,
  focus: number,
  scale: number,
  narrowest: number,
): SeenFrame[] {
  const seen: SeenFrame[] = [];
  const place = (frame: number, x: number) => {
    const width = (widths[frame] ?? 0) * scale;
    const row = frames.depth[frame] ?? 0;
    if (width >= narrowest && row <= DEEPEST_ROW)
      seen.push({ frame, x, width, row, isAbove: false });
  };
  place(focus, 0);
  // those that are placed meanwhile are walked too
  for (const { frame, x } of seen) {
    let left = x;
    for (const callee of calleesOf(frames, frame)) {
      place(callee, left);
      left += (widths[callee] ?? 0) * scale;
    }
  }
  return seen;
}

/** From the root down to the frame, which is not among them. */
function callersOf({ parent }: Frames, frame: number): number[] {
  const callers: number[] = [];
  for (let at = frame; at !== ROOT; ) {
    at = parent[at] ?? ROOT;
    callers.push(at);
  }
  return callers.reverse();
}

/** The frame at a place of the screen, or nothing. */
export function frameAt(seen: readonly SeenFrame[], x: number, row: number): number | null {
  const hit = seen.find((one) => one.row === row && x >= one.x && x < one.x + one.width);
  return hit?.frame ?? null;
}

type Way = "up" | "down" | "left" | "right";

/** The neighbour a key leads to; up is to the caller, down to the widest callee. */
export function neighbourOf({ frames, widths }: Flame, frame: number, way: Way): number {
  if (frame === ROOT && way !== "down") return ROOT;
  const caller = frames.parent[frame] ?? ROOT;
  if (way === "up") return caller;
  const among = [...calleesOf(frames, way === "down" ? frame : caller)];
  const drawn = among.filter((one) => one === frame || (widths[one] ?? 0) > 0);
  if (way === "down") return widest(drawn, widths) ?? frame;
  return drawn[drawn.indexOf(frame) + (way === "left" ? -1 : 1)] ?? frame;
}

function widest(frames: readonly number[], widths: Widths): number | undefined {
  return frames.reduce<number | undefined>(
    (best, frame) =>
      best === undefined || (widths[frame] ?? 0) > (widths[best] ?? 0) ? frame : best,
    undefined,
  );
}

/** Rows that are needed for what can be seen of the whole, so that zooming moves nothing below. */
export function rowsOf(seen: readonly SeenFrame[]): number {
  return seen.reduce((most, { row }) => Math.max(most, row + 1), 1);
}
