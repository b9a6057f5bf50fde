/** Folded stacks, one a line: frames from the root, separated by semicolons, and a count. */

import type { ProfileDetail } from "@/api/types";
import { type Frames, FrameTree, ROOT } from "@/charts/flame/flameTree";

/** A profile with everything its page draws. */
export interface LoadedProfile {
  detail: ProfileDetail;
  /** The folded stacks as they were sent. */
  stacks: string;
}

/** The text behind gzip. */
export async function foldedText(packed: ArrayBuffer): Promise<string> {
  const unpacked = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  return await new Response(unpacked ?? null).text();
}

/** The frames of every stack that either profile saw, with the counts of both; without a baseline its counts are 0. */
export function framesOf(contender: string, baseline: string | null): Frames {
  const tree = new FrameTree("all");
  addStacks(tree, contender, (frame, samples) => tree.count(frame, samples, 0));
  addStacks(tree, baseline ?? "", (frame, samples) => tree.count(frame, 0, samples));
  return tree.walked();
}

const SEPARATOR = ";";
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);

/** A stack as a part of the text. */
interface Span {
  start: number;
  end: number;
}

/**
 * Count every line of a text. Lines that follow each other mostly begin alike: what they share is
 * not looked up again. The server has checked the lines; one that is none is left out.
 */
function addStacks(tree: FrameTree, text: string, count: (frame: number, samples: number) => void) {
  let before: Span = { start: 0, end: 0 };
  const path = [ROOT];
  for (let start = 0, next = 0; start < text.length; start = next) {
    const newline = text.indexOf("\n", start);
    next = newline < 0 ? text.length : newline + 1;
    const end = text.lastIndexOf(" ", next - 1);
    const samples = Number(text.slice(end + 1, next));
    if (end <= start || !Number.isFinite(samples)) continue;
    const stack = { start, end };
    path.length = Math.min(path.length, 1 + sharedDepth(text, before, stack));
    addFrames(tree, path, text, stack);
    count(path.at(-1) ?? ROOT, samples);
    before = stack;
  }
}

/** Frames that two stacks have in common, from the root. */
function sharedDepth(text: string, one: Span, other: Span): number {
  const length = Math.min(one.end - one.start, other.end - other.start);
  let depth = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(one.start + at);
    if (code !== text.charCodeAt(other.start + at)) return depth;
    if (code === SEPARATOR_CODE) depth += 1;
  }
  return endsFrame(text, one, length) && endsFrame(text, other, length) ? depth + 1 : depth;
}

function endsFrame(text: string, { start, end }: Span, length: number): boolean {
  return start + length === end || text.charCodeAt(start + length) === SEPARATOR_CODE;
}

/** Go on from the frames that the path has already. */
function addFrames(tree: FrameTree, path: number[], text: string, { start, end }: Span): void {
  let from = start;
  for (let known = path.length - 1; known > 0; known -= 1) {
    const separator = text.indexOf(SEPARATOR, from);
    from = separator < 0 ? end + 1 : separator + 1;
  }
  while (from <= end) {
    const separator = text.indexOf(SEPARATOR, from);
    const to = separator < 0 || separator > end ? end : separator;
    path.push(tree.childOf(path.at(-1) ?? ROOT, text.slice(from, to)));
    from = to + 1;
  }
}
