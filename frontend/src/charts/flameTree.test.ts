import { describe, expect, it } from "vitest";
import { type Stack, treeOf } from "./flameTree";

const seen = (frames: string, count: number): Stack => ({
  frames: frames.split(";"),
  count,
  baseCount: 0,
});

describe("the tree of stacks", () => {
  it("finds each child of a frame again, of few and of many", () => {
    const names = Array.from({ length: 30 }, (_, place) => `f${place}`);
    const once = names.map((name) => seen(`main;${name};leaf`, 1));
    const tree = treeOf([...once, ...once, seen("main", 5)], "all");
    const [main] = tree.children;
    expect(tree).toMatchObject({ total: 65, own: 0 });
    expect(main).toMatchObject({ name: "main", total: 65, own: 5 });
    expect(main?.children.map(({ name, total }) => [name, total])).toEqual(
      names.map((name) => [name, 2]),
    );
    expect(main?.children.every(({ children }) => children[0]?.own === 2)).toBe(true);
  });
});
