// @vitest-environment node
import { describe, expect, it } from "vitest";
import { type Frames, ROOT } from "@/charts/flame/flameTree";
import { framesOf } from "./foldedStacks";
import { functionsOf } from "./functionTimes";

/** Names that begin alike, hold blanks, are empty, or call themselves. */
const NAMES = ["a", "a b", "ab", "", "main", "<T as X>::y", "b"];

/** Whole numbers below `limit`, the same on each run. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

function someStacks(seed: number, size: number): [stack: string, count: number][] {
  const draw = drawing(seed);
  return Array.from({ length: size }, () => {
    const frames = Array.from({ length: 1 + draw(5) }, () => NAMES[draw(NAMES.length)] ?? "");
    return [["main", ...frames].join(";"), 1 + draw(9)];
  });
}

function textOf(stacks: readonly [string, number][]): string {
  return stacks.map(([stack, count]) => `${stack} ${count}\n`).join("");
}

/** Every frame by its callers, with its counts: total, own, and those of the baseline. */
function countsOf(frames: Frames): Map<string, number[]> {
  const stacks: string[] = [];
  const counts = new Map<string, number[]>();
  frames.names.forEach((name, frame) => {
    const caller = frames.parent[frame] ?? ROOT;
    stacks.push(caller <= ROOT ? name : `${stacks[caller]};${name}`);
    if (frame === ROOT) return;
    const { total, own, baseTotal, baseOwn } = frames;
    counts.set(
      stacks[frame] ?? "",
      [total, own, baseTotal, baseOwn].map((column) => column[frame] ?? Number.NaN),
    );
  });
  return counts;
}

/** The same by definition: each stack counts in every one of its beginnings. */
function countsByDefinition(contender: [string, number][], baseline: [string, number][]) {
  const counts = new Map<string, number[]>();
  [contender, baseline].forEach((stacks, side) => {
    for (const [stack, count] of stacks) {
      const names = stack.split(";");
      names.forEach((_, place) => {
        const beginning = names.slice(0, place + 1).join(";");
        const found = counts.get(beginning) ?? [0, 0, 0, 0];
        found[2 * side] = (found[2 * side] ?? 0) + count;
        if (beginning === stack) found[2 * side + 1] = (found[2 * side + 1] ?? 0) + count;
        counts.set(beginning, found);
      });
    }
  });
  return counts;
}

describe("frames of folded stacks", () => {
  it.each([1, 2, 3])(
    "counts every beginning of every stack, in any order of lines (%i)",
    (seed) => {
      const [contender, baseline] = [someStacks(seed, 300), someStacks(seed + 100, 200)];
      const frames = framesOf(textOf(contender), textOf(baseline));
      expect(countsOf(frames)).toEqual(countsByDefinition(contender, baseline));
      expect(frames.total[ROOT]).toBe(contender.reduce((sum, [, count]) => sum + count, 0));
    },
  );

  it("gives the same frames whatever the order of the lines", () => {
    const stacks = someStacks(7, 200);
    expect(framesOf(textOf([...stacks].reverse()), null)).toEqual(framesOf(textOf(stacks), null));
  });

  it("leaves out what is no stack", () => {
    const frames = framesOf("main;a 3\nno count\n 5\n\nmain;a 2", null);
    expect(countsOf(frames)).toEqual(countsByDefinition([["main;a", 5]], []));
  });
});

describe("times of functions", () => {
  it("counts a function that calls itself once in its total", () => {
    const functions = functionsOf(framesOf("a;b;a;c 3\na;b 2\nb;a 4\n", "b;b 1\n"));
    const byName = Object.fromEntries(
      functions.map(({ name, ...times }) => [name, Object.values(times)]),
    );
    // own and total of each side, in the order of the interface
    expect(byName).toEqual({
      a: [4, 0, 9, 0],
      b: [2, 1, 9, 1],
      c: [3, 0, 3, 0],
    });
  });
});
