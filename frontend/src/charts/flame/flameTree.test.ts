import { describe, expect, it } from "vitest";
import { calleesOf, type Frames, FrameTree, inverted, ROOT } from "./flameTree";

function treeOf(stacks: readonly [frames: string, samples: number][]): Frames {
  const tree = new FrameTree("all");
  for (const [frames, samples] of stacks) {
    const innermost = frames
      .split(";")
      .reduce((frame, name) => tree.childOf(frame, name), ROOT as number);
    tree.count(innermost, samples, 0);
  }
  return tree.walked();
}

function calleesByName(frames: Frames, frame: number): [string | undefined, number | undefined][] {
  return [...calleesOf(frames, frame)].map((one) => [frames.names[one], frames.total[one]]);
}

describe("the tree of stacks", () => {
  it("finds each child of a frame again, of few and of many, and sorts them by name", () => {
    const names = Array.from({ length: 30 }, (_, place) => `f${place}`);
    const once = names.map((name): [string, number] => [`main;${name};leaf`, 1]);
    const frames = treeOf([...once, ...once, ["main", 5]]);
    expect([frames.total[ROOT], frames.own[ROOT]]).toEqual([65, 0]);
    expect([frames.names[1], frames.total[1], frames.own[1]]).toEqual(["main", 65, 5]);
    expect(calleesByName(frames, 1)).toEqual([...names].sort().map((name) => [name, 2]));
    for (const child of calleesOf(frames, 1)) expect(frames.own[child + 1]).toBe(2);
  });

  it("turned over, adds up equal functions with those who called them", () => {
    const frames = inverted(
      treeOf([
        ["main;read;parse", 60],
        ["main;read", 20],
        ["main;write;parse", 20],
      ]),
    );
    expect(calleesByName(frames, ROOT)).toEqual([
      ["parse", 80],
      ["read", 20],
    ]);
    const [parse = ROOT] = calleesOf(frames, ROOT);
    expect(calleesByName(frames, parse)).toEqual([
      ["read", 60],
      ["write", 20],
    ]);
  });
});
