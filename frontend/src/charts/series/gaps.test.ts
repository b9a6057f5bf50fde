// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aHistory, aSeries } from "@/testing/builders";
import { freeRow, gapsOf, levelsAt, longestUsual } from "./gaps";
import { buildModel } from "./seriesModel";

const DAY = 86_400_000;
const ALL = { hidden: new Set<number>(), window: null, y: "linear" } as const;

/** Results of ten days, then of ten more after a pause of so many days. */
function paused(days: number) {
  const history = aHistory(aSeries(Array.from({ length: 20 }, () => 1)));
  history.commits.time = history.commits.time.map((time, at) =>
    time === null || at < 10 ? time : time + days * DAY,
  );
  return history;
}

describe("a pause in a series", () => {
  it("is long where it takes many usual ones, and never below some weeks", () => {
    expect(longestUsual([0, DAY, 2 * DAY, 3 * DAY])).toBe(45 * DAY);
    expect(longestUsual([0, 60 * DAY, 120 * DAY, 200 * DAY])).toBe(480 * DAY);
    expect(longestUsual([0, DAY])).toBe(Number.POSITIVE_INFINITY);
  });

  it("breaks the line and is written, by dates and by commits", () => {
    const { commits, series } = paused(487);
    for (const x of ["date", "commit"] as const) {
      const model = buildModel({ ...ALL, commits, series, x });
      expect(model.series[0]?.segments.map((points) => points.length)).toEqual([10, 10]);
      expect(model.gaps.map(({ text }) => text)).toEqual(["16 months without results"]);
    }
  });

  it("is none where the series was measured as usual", () => {
    const { commits, series } = paused(20);
    const model = buildModel({ ...ALL, commits, series, x: "date" });
    expect(model.series[0]?.segments).toHaveLength(1);
    expect(model.gaps).toEqual([]);
  });

  it("is counted in the largest unit that says something", () => {
    const text = (days: number) =>
      gapsOf(
        [
          { x: 0, time: 0 },
          { x: 1, time: days * DAY },
        ],
        1,
      )[0]?.text;
    expect(text(50)).toBe("7 weeks without results");
    expect(text(1200)).toBe("3 years without results");
  });

  it("breaks the line where a commit between two results failed", () => {
    const { commits, series } = aHistory(
      aSeries([1, 1, 1, 1], { at: [0, 1, 3, 4], failed_at: [2] }),
    );
    const model = buildModel({ ...ALL, commits, series, x: "commit" });
    expect(model.series[0]?.segments.map((points) => points.length)).toEqual([2, 2]);
  });
});

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
    expect(levelsAt(gap, { series })).toEqual([2, 3, 1]);
  });
});
