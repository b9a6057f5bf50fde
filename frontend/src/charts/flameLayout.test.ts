import { describe, expect, it } from "vitest";
import { frameAt, framesIn, layOut, neighbourOf, type PlacedFrame } from "./flameLayout";
import { treeOf } from "./flameTree";

const STACKS = [
  { frames: ["main", "read", "parse"], count: 60, baseCount: 10 },
  { frames: ["main", "read"], count: 20, baseCount: 0 },
  { frames: ["main", "write", "parse"], count: 20, baseCount: 30 },
  { frames: ["gone"], count: 0, baseCount: 60 },
];

function named(frames: readonly PlacedFrame[], name: string): PlacedFrame {
  const found = frames.find((frame) => frame.data.name === name);
  if (found === undefined) throw new Error(`there is no frame ${name}`);
  return found;
}

describe("layout of a flame graph", () => {
  it("gives every frame its share of the width, below its caller", () => {
    const { byOrder } = layOut(treeOf(STACKS, "all"), false);
    const read = named(byOrder, "read");
    expect([read.depth, read.x1 - read.x0]).toEqual([2, 0.8]);
    expect(named(byOrder, "gone").value).toBe(0);
  });

  it("takes its width from the other profile when asked", () => {
    const { byOrder } = layOut(treeOf(STACKS, "all"), true);
    const gone = named(byOrder, "gone");
    expect(gone.x1 - gone.x0).toBeCloseTo(0.6);
  });

  it("starts from the innermost functions when inverted: equal ones become one frame", () => {
    const { root } = layOut(treeOf(STACKS, "all", true), false);
    const tops = (root.children ?? []).map(({ data, value }) => [data.name, value]);
    expect(tops).toEqual([
      ["gone", 0],
      ["parse", 80],
      ["read", 20],
    ]);
  });

  it("shows a frame over the whole width with its callers, and leaves out what is too narrow", () => {
    const { byOrder } = layOut(treeOf(STACKS, "all"), false);
    const read = named(byOrder, "read");
    const seen = framesIn(read, 1000, 1);
    const names = seen.map(({ frame, width }) => `${frame.data.name} ${width}`);
    expect(names).toEqual(["all 1000", "main 1000", "read 1000", "parse 750"]);
    expect(frameAt(seen, 800, 3)).toBeNull();
    expect(frameAt(seen, 700, 3)?.data.name).toBe("parse");
    expect(framesIn(read, 1000, 800)).toHaveLength(3);
  });

  it("leads from frame to frame, over those without samples", () => {
    const { root, byOrder } = layOut(treeOf(STACKS, "all"), false);
    const main = neighbourOf(root, "down");
    expect(main.data.name).toBe("main");
    expect(neighbourOf(main, "left")).toBe(main);
    const read = neighbourOf(main, "down");
    expect(neighbourOf(read, "right").data.name).toBe("write");
    expect(neighbourOf(named(byOrder, "write"), "up")).toBe(main);
  });

  it("stays quick with a hundred thousand frames: zooming looks only at what is seen", () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({
      frames: ["main", `group ${place % 300}`, `leaf ${place}`],
      count: 1,
      baseCount: 0,
    }));
    const { root, byOrder } = layOut(treeOf(many, "all"), false);
    expect(byOrder.length).toBeGreaterThan(100_000);
    expect(framesIn(root, 1300, 1).length).toBeLessThan(2_000);
  });
});
