import { describe, expect, it } from "vitest";
import { bandPath, linePath, linesLayout, pointOf, startsAtZero, stopsOf } from "./linesModel";

const line = (name: string, ...ys: number[]) => ({
  name,
  points: ys.map((y, x) => ({ x, y })),
});
const form = { unit: "s", xTicks: () => [] };

describe("lines over a number", () => {
  it("stop wherever one of them has a point, and gaps stay gaps", () => {
    const late = { name: "b", points: [{ x: 1.5, y: 3 }] };
    expect(stopsOf([line("a", 1, 2), late])).toEqual([0, 1, 1.5]);
    expect(pointOf(late, 1.5)?.y).toBe(3);
    expect(pointOf(late, 1)).toBeUndefined();
  });

  it("fill the plot from its first to its last point", () => {
    const { frame } = linesLayout({ ...form, lines: [line("a", 1, 2, 3)] }, 400, 200);
    const path = linePath(frame, [
      { x: 0, y: 1 },
      { x: 2, y: 3 },
    ]);
    expect(path.startsWith(`M${frame.left.toFixed(1)} `)).toBe(true);
    expect(path).toContain(`L${frame.right.toFixed(1)} `);
  });

  it("have a band only where both ends are known", () => {
    const points = [0, 1, 2, 3].map((x) => ({ x, y: 2, low: x === 2 ? null : 1, high: 3 }));
    const { frame } = linesLayout({ ...form, lines: [{ name: "a", points }] }, 400, 200);
    expect(bandPath(frame, points).match(/M/g)).toHaveLength(1);
  });

  it("of a single point or none still have a frame", () => {
    expect(linesLayout({ ...form, lines: [line("a", 5)] }, 400, 200).frame.x).toEqual({
      low: -0.5,
      high: 0.5,
    });
    expect(linesLayout({ ...form, lines: [] }, 400, 200).frame.x).toEqual({ low: 0, high: 1 });
  });
});

it("says whether the axis starts at zero", () => {
  const line = (...values: number[]) => [{ name: "one", points: values.map((y, x) => ({ x, y })) }];
  expect(startsAtZero(line(0.1, 10))).toBe(true);
  expect(startsAtZero(line(10, 10.1))).toBe(false);
});
