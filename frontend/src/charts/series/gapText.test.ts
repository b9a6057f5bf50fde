import { describe, expect, it } from "vitest";
import { freeRow, levelsAt } from "./gapText";

const plot = { top: 16, bottom: 216 };
const gap = { from: 10, to: 20, text: "31 months without results" };

describe("the words of a gap", () => {
  it("stand at the foot of the plot where nothing is drawn there", () => {
    expect(freeRow(plot, [100])).toBe(208);
    expect(freeRow(plot, [])).toBe(208);
  });

  it("make way for a level that runs through them", () => {
    const foot = freeRow(plot, [206]);
    expect(foot).toBeLessThan(206 - 6);
    expect(freeRow(plot, [206, 190])).toBe(116);
  });

  it("know the levels across the gap and the points at its ends", () => {
    const change = { after: { to: 30, y: 5 }, before: { from: 0, y: 1 }, x: 25 };
    const point = (x: number, y: number) => ({ x, y, low: null, high: null, at: 0, index: 0 });
    const series = [
      { segments: [[point(10, 2)], [point(20, 3), point(25, 9)]], changes: [change] },
    ];
    expect(levelsAt(gap, { series: series as never })).toEqual([2, 3, 1]);
  });
});
