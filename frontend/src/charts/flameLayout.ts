/** Where the frames of a flame graph lie, and which of them can be seen. */

import { type HierarchyRectangularNode, hierarchy, partition } from "d3-hierarchy";
import type { Frame } from "./flameTree";

/** A laid out frame: `x0` and `x1` are shares of the whole width. */
export interface PlacedFrame extends HierarchyRectangularNode<Frame> {
  /** Place in the order of the tree: the same for the same profiles, so that it can be in an address. */
  order: number;
}

export interface FlameLayout {
  root: PlacedFrame;
  byOrder: readonly PlacedFrame[];
}

/** A frame on screen, in pixels from the left and rows from the root. */
export interface SeenFrame {
  frame: PlacedFrame;
  x: number;
  width: number;
  row: number;
  /** A caller of the frame that fills the width. */
  isAbove: boolean;
}

/** Deeper rows are not drawn: a canvas ends at 32 767 pixels. */
const DEEPEST_ROW = 800;

/** Width is the samples of the profile, or of the one it is compared with. Siblings are sorted by name. */
export function layOut(root: Frame, isOfBase: boolean): FlameLayout {
  const tree = hierarchy(root, (frame) => frame.children)
    .sum((frame) => (isOfBase ? frame.baseOwn : frame.own))
    .sort((a, b) => compareNames(a.data.name, b.data.name));
  const placed = partition<Frame>()(tree) as PlacedFrame;
  const byOrder: PlacedFrame[] = [];
  placed.eachBefore((frame) => {
    frame.order = byOrder.length;
    byOrder.push(frame);
  });
  return { root: placed, byOrder };
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What is seen when `focus` fills the width; frames narrower than `narrowest` pixels are left out. */
export function framesIn(focus: PlacedFrame, width: number, narrowest: number): SeenFrame[] {
  const seen: SeenFrame[] = focus
    .ancestors()
    .slice(1)
    .reverse()
    .map((frame) => ({ frame, x: 0, width, row: frame.depth, isAbove: true }));
  const scale = width / Math.max(Number.MIN_VALUE, focus.x1 - focus.x0);
  const waiting: PlacedFrame[] = [focus];
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    const wide = (frame.x1 - frame.x0) * scale;
    if (wide < narrowest || frame.depth > DEEPEST_ROW) continue;
    seen.push({
      frame,
      x: (frame.x0 - focus.x0) * scale,
      width: wide,
      row: frame.depth,
      isAbove: false,
    });
    for (const child of frame.children ?? []) waiting.push(child as PlacedFrame);
  }
  return seen;
}

/** The frame at a place of the screen, or nothing. */
export function frameAt(seen: readonly SeenFrame[], x: number, row: number): PlacedFrame | null {
  const hit = seen.find((one) => one.row === row && x >= one.x && x < one.x + one.width);
  return hit?.frame ?? null;
}

type Way = "up" | "down" | "left" | "right";

/** The neighbour a key leads to; up is to the caller, down to the widest callee. */
export function neighbourOf(frame: PlacedFrame, way: Way): PlacedFrame {
  const parent = frame.parent as PlacedFrame | null;
  if (way === "up") return parent ?? frame;
  if (way === "down") return widest(frame.children as PlacedFrame[] | undefined) ?? frame;
  const siblings = (parent?.children ?? [frame]) as PlacedFrame[];
  const step = way === "left" ? -1 : 1;
  let place = siblings.indexOf(frame) + step;
  while (siblings[place]?.value === 0) place += step;
  return siblings[place] ?? frame;
}

function widest(frames: readonly PlacedFrame[] = []): PlacedFrame | undefined {
  const wide = frames.filter((frame) => (frame.value ?? 0) > 0);
  return wide.reduce<PlacedFrame | undefined>(
    (best, frame) => ((frame.value ?? 0) > (best?.value ?? 0) ? frame : best),
    undefined,
  );
}

/** Rows that are needed for what can be seen of the whole, so that zooming moves nothing below. */
export function rowsOf(seen: readonly SeenFrame[]): number {
  return seen.reduce((most, { row }) => Math.max(most, row + 1), 1);
}
