import { describe, expect, it } from "vitest";
import { spanOf, stripOf, windowAt } from "@/charts/series/stripModel";
import { aHistory, aSeries } from "@/testing/builders";
import { zoomAround } from "../exploreModel";
import { fittedZoom, recentZoom, timedZoom } from "./zoomUnit";

const VALUES = Array.from({ length: 60 }, () => 1);
const { commits } = aHistory(aSeries(VALUES));
/** As the server answers series of several branches. */
const timed = { ...commits, ordinal: commits.time.map((time) => time ?? 0) };
const timeAt = (at: number) => timed.ordinal[at] ?? 0;

describe("the range of a chart", () => {
  it("means the same on one branch and on several", () => {
    const zoom = { from: timeAt(10), to: timeAt(20) };
    expect(fittedZoom(timed, zoom)).toEqual(zoom);
    expect(fittedZoom(commits, zoom)).toEqual({ from: 10, to: 20 });
    expect(timedZoom(commits, { from: 10, to: 20 })).toEqual(zoom);
  });

  it("is dropped where places of one branch are asked of several", () => {
    expect(fittedZoom(timed, { from: 1, to: 12 })).toBeNull();
    expect(fittedZoom(commits, { from: 1, to: 12 })).toEqual({ from: 1, to: 12 });
  });

  it("can be that of the newest months, by their dates", () => {
    const last = recentZoom(commits, 1);
    expect(last?.to).toBe(59);
    expect(59 - (last?.from ?? 0)).toBeGreaterThanOrEqual(28);
    expect(59 - (last?.from ?? 0)).toBeLessThanOrEqual(31);
    expect(recentZoom(timed, 1)).toEqual({ from: timeAt(last?.from ?? 0), to: timeAt(59) });
    expect(recentZoom(commits, 24)).toBeNull();
    expect(recentZoom({ ...commits, time: commits.time.map(() => null) }, 1)).toBeNull();
  });

  it("does not follow a wrong clock", () => {
    const time = commits.time.map((one, at) => (at === 30 ? Date.parse("2037-01-01") : one));
    const due = commits.due.map((one, at) => (at === 30 ? (commits.time[29] ?? 0) : one));
    const wrong = { ...commits, time, due };
    expect(recentZoom(wrong, 1)).toEqual(recentZoom(commits, 1));
    expect(timedZoom(wrong, { from: 40, to: 50 })).toEqual({ from: timeAt(40), to: timeAt(50) });
  });

  it("is left alone where nothing is known", () => {
    const undated = { ...commits, time: commits.time.map(() => null) };
    expect(timedZoom(undated, { from: 1, to: 12 })).toEqual({ from: 1, to: 12 });
    expect(fittedZoom(commits, null)).toBeNull();
  });

  it("ends where the handle of the strip was let go, over several branches too", () => {
    for (const kind of ["date", "commit"] as const) {
      const strip = stripOf(timed, kind);
      const window = windowAt(strip, timed, { from: 0, to: 0.77 });
      expect(spanOf(strip, timed, window).to).toBeCloseTo(0.77, 1);
    }
    const around = zoomAround(timed, 50);
    expect(around?.from).toBeLessThan(timeAt(49));
    expect(around?.to).toBeGreaterThanOrEqual(timeAt(49));
  });
});
