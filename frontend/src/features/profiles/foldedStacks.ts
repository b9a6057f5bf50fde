/** Folded stacks, one a line: frames from the root, separated by semicolons, and a count. */

import type { ProfileDetail } from "@/api/types";
import type { Stack } from "@/charts/flameTree";

/** A profile's stacks by their own text, and how often each was seen. */
export type FoldedStacks = ReadonlyMap<string, number>;

/** A profile with everything its page draws. */
export interface LoadedProfile {
  detail: ProfileDetail;
  stacks: FoldedStacks;
}

/** The text behind gzip. */
export async function foldedText(packed: ArrayBuffer): Promise<string> {
  const unpacked = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  return await new Response(unpacked ?? null).text();
}

/** The server has checked the lines; one that is none is left out. */
export function parseFolded(text: string): FoldedStacks {
  const stacks = new Map<string, number>();
  for (const line of text.split("\n")) {
    const end = line.lastIndexOf(" ");
    const count = Number(line.slice(end + 1));
    if (end < 1 || !Number.isFinite(count)) continue;
    const stack = line.slice(0, end);
    stacks.set(stack, (stacks.get(stack) ?? 0) + count);
  }
  return stacks;
}

/** Every stack that either profile saw, with both counts; without a baseline its counts are 0. */
export function pairStacks(contender: FoldedStacks, baseline: FoldedStacks | null): Stack[] {
  const paired: Stack[] = [];
  for (const [stack, count] of contender) {
    paired.push({ frames: stack.split(";"), count, baseCount: baseline?.get(stack) ?? 0 });
  }
  for (const [stack, baseCount] of baseline ?? []) {
    if (!contender.has(stack)) paired.push({ frames: stack.split(";"), count: 0, baseCount });
  }
  return paired;
}
