import { describe, expect, it } from "vitest";
import { type Flame, frameAt, framesIn, neighbourOf } from "./flameLayout";
import { FrameTree, ROOT } from "./flameTree";

const STACKS: readonly [string, number, number][] = [
  ["main;read;parse", 60, 10],
  ["main;read", 20, 0],
  ["main;write;parse", 20, 30],
  ["gone", 0, 60],
];

function flameOf(stacks: typeof STACKS, isOfBase = false): Flame {
  const tree = new FrameTree("all");
  for (const [stack, samples, baseSamples] of stacks) {
    const names = stack.split(";");
    const innermost = names.reduce((frame, name) => tree.childOf(frame, name), ROOT as number);
    tree.count(innermost, samples, baseSamples);
  }
  const frames = tree.walked();
  return { frames, widths: isOfBase ? frames.baseTotal : frames.total };
}

function named({ frames }: Flame, name: string): number {
  const found = frames.names.indexOf(name);
  if (found < 0) throw new Error(`there is no frame ${name}`);
  return found;
}

describe("layout of a flame graph", () => {
  it("gives every frame its share of the width, below its caller", () => {
    const flame = flameOf(STACKS);
    const boxes = framesIn(flame, ROOT, 1000, 1).map(
      ({ frame, x, width, row }) => `${flame.frames.names[frame]} ${row}: ${x} + ${width}`,
    );
    expect(boxes).toEqual([
      "all 0: 0 + 1000",
      "main 1: 0 + 1000",
      "read 2: 0 + 800",
      "write 2: 800 + 200",
      "parse 3: 0 + 600",
      "parse 3: 800 + 200",
    ]);
  });

  it("takes its width from the other profile when asked", () => {
    const flame = flameOf(STACKS, true);
    const gone = framesIn(flame, ROOT, 1000, 1).find(({ frame }) => frame === named(flame, "gone"));
    expect(gone?.width).toBeCloseTo(600);
  });

  it("shows a frame over the whole width with its callers, and leaves out what is too narrow", () => {
    const flame = flameOf(STACKS);
    const { names } = flame.frames;
    const read = named(flame, "read");
    const seen = framesIn(flame, read, 1000, 1);
    const boxes = seen.map(({ frame, width }) => `${names[frame]} ${width}`);
    expect(boxes).toEqual(["all 1000", "main 1000", "read 1000", "parse 750"]);
    expect(frameAt(seen, 800, 3)).toBeNull();
    expect(names[frameAt(seen, 700, 3) ?? ROOT]).toBe("parse");
    expect(framesIn(flame, read, 1000, 800)).toHaveLength(3);
  });

  it("shows only the callers of a frame that this profile has not seen", () => {
    const flame = flameOf(STACKS);
    expect(framesIn(flame, named(flame, "gone"), 1000, 1)).toHaveLength(1);
  });

  it("leads from frame to frame, over those without samples", () => {
    const flame = flameOf(STACKS);
    const main = neighbourOf(flame, ROOT, "down");
    expect(main).toBe(named(flame, "main"));
    expect(neighbourOf(flame, main, "left")).toBe(main);
    const read = neighbourOf(flame, main, "down");
    expect(read).toBe(named(flame, "read"));
    expect(neighbourOf(flame, read, "right")).toBe(named(flame, "write"));
    expect(neighbourOf(flame, named(flame, "write"), "up")).toBe(main);
    expect(neighbourOf(flame, named(flame, "parse"), "down")).toBe(named(flame, "parse"));
    expect(neighbourOf(flame, ROOT, "up")).toBe(ROOT);
  });

  it("looks only at what is seen of a hundred thousand frames", () => {
    const many = Array.from({ length: 100_000 }, (_, place): [string, number, number] => [
      `main;group ${place % 300};leaf ${place}`,
      1,
      0,
    ]);
    const flame = flameOf(many);
    expect(flame.frames.names.length).toBeGreaterThan(100_000);
    expect(framesIn(flame, ROOT, 1300, 1).length).toBeLessThan(2_000);
  });
});
