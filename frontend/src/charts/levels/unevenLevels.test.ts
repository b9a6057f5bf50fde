// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { ChangePoint } from "@/api/types";
import { aChange, aCommit, aHistory, aLabel, aSeries } from "@/testing/builders";
import { unevenText, unprovedText } from "./unevenLevels";

// ms, one a release: how long a package took to import on a busy machine
const OLD = [1.03, 0.88, 1.03, 0.85, 0.87, 1.51, 1.18, 1.41, 1.31, 1.15];
const MIDDLE = [6.7, 8.3, 8.72, 8.22, 9.6, 9.86, 7.85];
const NEW = [21.9, 19.2, 16.3, 16.6, 19.5, 22.0, 20.9, 24.0, 23.1, 21.6, 21.0, 25.8, 24.0, 23.5];
const seconds = (values: readonly number[]) => values.map((value) => value / 1000);
const cpu = aLabel({ metric: "cpu_time", unit: "s" });

function aStep(after: number, part: Partial<ChangePoint> = {}) {
  const commit = aCommit({ id: OLD.length + 1 });
  return aChange({ id: 27, commit, after_n: after, series: cpu, ratio: 14.5, ...part });
}

function around(after: readonly number[], ...changes: ChangePoint[]) {
  return aHistory(aSeries(seconds([...OLD, ...after]), { series: cpu, changes }));
}

describe("levels whose results do not overlap", () => {
  it("says of which results a level and its effect are", () => {
    const step = aStep(21);
    expect(unevenText(around([...MIDDLE, ...NEW], step), step)).toBe(
      "After it, 7 results are 6.70 to 9.86\u202fms, then 14 are 16.3 to 25.8\u202fms. No further step is reported there: level and effect are of all of them.",
    );
  });

  it("says nothing of parts that differ by little beside the change", () => {
    const step = aStep(21, { ratio: 60 });
    expect(unevenText(around([...MIDDLE, ...NEW], step), step)).toBe("");
  });

  it("says nothing of even levels, nor where the second step is reported", () => {
    const step = aStep(14);
    expect(unevenText(around(NEW, step), step)).toBe("");
    const second = aChange({
      id: 28,
      commit: aCommit({ id: 18 }),
      series: cpu,
      ratio: 2.5,
      after_n: 14,
    });
    const first = aStep(7);
    expect(unevenText(around([...MIDDLE, ...NEW], first, second), first)).toBe("");
    expect(unevenText(around([...MIDDLE, ...NEW], first, second), second)).toBe("");
  });

  it("says nothing of results that were not judged, were thinned out or are of two machines", () => {
    const early = aStep(7);
    expect(unevenText(around([...MIDDLE, ...NEW], early), early)).toBe("");
    const step = aStep(21);
    const history = around([...MIDDLE, ...NEW], step);
    const [one] = history.series;
    if (one === undefined) throw new Error("one series");
    expect(unevenText({ ...history, series: [{ ...one, raw_n: 900 }] }, step)).toBe("");
    const environment = one.value.map((_, index) => (index < 17 ? 1 : 2));
    expect(unevenText({ ...history, series: [{ ...one, environment }] }, step)).toBe("");
  });
});

describe("a series without an open change", () => {
  it("says that its newest results lie apart from those before", () => {
    expect(unprovedText(around([...MIDDLE, ...NEW]))).toBe(
      ", but the newest 21 results all lie above the 10 before them",
    );
  });

  it("says nothing where results overlap, are few, or a person said that it is no change", () => {
    expect(unprovedText(around([0.9, 1.4, 1.2, 1.0, 0.95]))).toBe("");
    expect(unprovedText(around([6.7, 8.3, 8.7, 8.2, 9.6]))).toBe("");
    expect(unprovedText(around(NEW, aStep(14, { state: "refuted" })))).toBe("");
  });

  it("says nothing of differences that hardly matter", () => {
    const counted = [...OLD.map(() => 1000), ...NEW.map(() => 1001)];
    expect(unprovedText(aHistory(aSeries(counted)))).toBe("");
  });
});
