import { describe, expect, it } from "vitest";
import { aChange, aCommit, aHistory, aLabel, aSeries } from "@/testing/builders";
import { buildModel, groupByUnit, type ModelInput, windowOf } from "./seriesModel";
import { seriesCsv, seriesNotes } from "./seriesNotes";

const DAY = 86_400_000;

function modelOf(series: ReturnType<typeof aSeries>[], part: Partial<ModelInput> = {}) {
  const { commits } = aHistory(...series);
  const input: ModelInput = {
    commits,
    series,
    hidden: new Set(),
    window: null,
    x: "commit",
    y: "linear",
    ...part,
  };
  return { commits, model: buildModel(input) };
}

describe("bounds", () => {
  const bounds = [
    { series: 1, value: 1.3, text: "v1" },
    { series: 1, value: 9, text: "far" },
  ];

  it("are on the axis where they are near, and left out where they would flatten the line", () => {
    const { model } = modelOf([aSeries([1, 1.1])], { bounds });
    expect(model.bounds.map(({ text }) => text)).toEqual(["v1"]);
    expect(model.y.high).toBeGreaterThan(1.3);
    expect(model.y.high).toBeLessThan(2);
    expect(modelOf([aSeries([1, 1.1])], { bounds, y: "relative" }).model.bounds).toEqual([]);
  });
});

describe("points", () => {
  it("are split at gaps, never joined across them", () => {
    const { model } = modelOf([aSeries([1, 2, null, 4, 5])]);
    const segments = model.series[0]?.segments.map((segment) => segment.map((point) => point.y));
    expect(segments).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it("of a series measured at other commits stay joined", () => {
    const sparse = aSeries([1, 2], { at: [0, 4], series: aLabel({ id: 2 }) });
    const { model } = modelOf([aSeries([1, 1, 1, 1, 1]), sparse]);
    expect(model.series[1]?.segments).toHaveLength(1);
    expect(model.stops.map((stop) => stop.at)).toEqual([0, 1, 2, 3, 4]);
  });

  it("stand evenly by commit and in proportion by date", () => {
    expect(modelOf([aSeries([1, 1, 1])]).model.stops.map((stop) => stop.x)).toEqual([0, 1, 2]);
    const byDate = modelOf([aSeries([1, 1, 1])], { x: "date" }).model.stops;
    expect((byDate[1]?.x ?? 0) - (byDate[0]?.x ?? 0)).toBe(DAY);
  });

  it("stand where the server says that dates run forward", () => {
    const series = aSeries([1, 2, 3]);
    const { commits } = aHistory(series);
    commits.time[1] = null;
    commits.due[1] = commits.time[0] ?? null;
    const { model } = modelOf([series], { commits, x: "date" });
    expect(model.stops.map((stop) => stop.x)).toEqual([
      commits.time[0],
      commits.time[0],
      commits.time[2],
    ]);
  });

  it("of hidden series are neither drawn nor on the axis", () => {
    const loud = aSeries([100, 100], { series: aLabel({ id: 2 }) });
    const { model } = modelOf([aSeries([1, 1.1]), loud], { hidden: new Set([2]) });
    expect(model.series.map((series) => series.id)).toEqual([1]);
    expect(model.y.high).toBeLessThan(2);
  });

  it("outside the window are left out", () => {
    const { model } = modelOf([aSeries([9, 1, 1, 9])], { window: { from: 1, to: 2 } });
    expect(model.stops.map((stop) => stop.at)).toEqual([1, 2]);
    expect(model.y.high).toBeLessThan(2);
  });
});

describe("the value axis", () => {
  it("starts at zero where zero is near, and says so where it does not", () => {
    const near = modelOf([aSeries([1, 10])]).model;
    expect(near.y.low).toBe(0);
    expect(seriesNotes(near, "linear")).not.toContain("The axis does not start at zero");
    const far = modelOf([aSeries([100, 101])]).model;
    expect(far.y.low).toBeGreaterThan(90);
    expect(seriesNotes(far, "linear")).toContain("The axis does not start at zero");
  });

  it("relates everything to the first point: 100 %", () => {
    const { model } = modelOf([aSeries([0.2, 0.3])], { y: "relative" });
    const [first, second] = model.series[0]?.segments[0] ?? [];
    expect(first?.y).toBeCloseTo(100);
    expect(second?.y).toBeCloseTo(150);
    expect(second?.low).toBeCloseTo(147);
    expect(model.scale.label).toBe("%");
  });

  it("leaves out of a logarithmic drawing what has no logarithm", () => {
    const { model } = modelOf([aSeries([1, 0, 10])], { y: "log" });
    expect(model.series[0]?.segments.flat().map((point) => point.y)).toEqual([1, 10]);
    expect(model.y.low).toBeGreaterThan(0);
  });

  it("is not flattened by one huge interval", () => {
    const series = aSeries([10, 11], { high: [1000, 11.2] });
    expect(modelOf([series]).model.y.high).toBeLessThan(20);
  });

  it("survives a series without any point", () => {
    const { model } = modelOf([aSeries([])]);
    expect(model.stops).toEqual([]);
    expect(model.y.high).toBeGreaterThan(model.y.low);
  });
});

describe("the note on bands", () => {
  it("says where one goes on beyond the chart", () => {
    const beyond = "Band: 95 % CI from the samples (clipped at the chart edge)";
    const wide = modelOf([aSeries([10, 11], { high: [1000, 11.2] })]).model;
    expect(seriesNotes(wide, "linear")).toContain(beyond);
    expect(seriesNotes(modelOf([aSeries([10, 11])]).model, "linear")).not.toContain(beyond);
  });

  it("says whether samples stand behind them", () => {
    const sampled = modelOf([aSeries([1, 1])]).model;
    expect(seriesNotes(sampled, "linear")).toContain("Band: 95 % CI from the samples");
    const uploaded = modelOf([aSeries([1, 1], { n: [1, 0] })]).model;
    expect(seriesNotes(uploaded, "linear")).toContain("Band: interval as uploaded, no samples");
  });
});

describe("events", () => {
  const step = aChange({
    commit: aCommit({ id: 4 }),
    previous_commit: aCommit({ id: 3 }),
    first_suspect: aCommit({ id: 3 }),
    last_suspect: aCommit({ id: 4 }),
    suspects: 2,
    before: 1,
    after: 2,
  });

  it("draw a change point as a step between levels with its culprit range", () => {
    const { model } = modelOf([aSeries([1, 1, 1, 2, 2], { changes: [step] })]);
    expect(model.series[0]?.changes).toMatchObject([
      { x: 3, before: { from: 0, y: 1 }, after: { to: 4, y: 2 }, culprits: { from: 2, to: 3 } },
    ]);
  });

  it("draw a drift as one line from its beginning to its end, and leave levels to steps", () => {
    const drift = aChange({
      id: 7,
      kind: "drift",
      commit: aCommit({ id: 3 }),
      previous_commit: aCommit({ id: 2 }),
      first_suspect: aCommit({ id: 3 }),
      last_suspect: aCommit({ id: 5 }),
      suspects: 3,
      before: 1,
      after: 2,
    });
    const { model } = modelOf([aSeries([1, 1, 1.3, 1.6, 2, 2], { changes: [drift] })]);
    expect(model.series[0]?.changes).toMatchObject([
      { x: 1, before: { from: 1, y: 1 }, after: { to: 4, y: 2 }, culprits: null },
    ]);
  });

  it("let each level reach from one change point to the next", () => {
    const next = aChange({ id: 2, commit: aCommit({ id: 5 }), before: 2, after: 3, suspects: 1 });
    const { model } = modelOf([aSeries([1, 1, 1, 2, 3, 3], { changes: [next, step] })]);
    const [first, second] = model.series[0]?.changes ?? [];
    expect(first?.after.to).toBe(4);
    expect(second?.before?.from).toBe(3);
    expect(second?.culprits).toBeNull();
  });

  it("let a suspicion mark its own run and leave the fitted levels to settled steps", () => {
    const suspected = { ...step, id: 9, state: "suspected" as const, commit: aCommit({ id: 4 }) };
    const { model } = modelOf([aSeries([1, 1, 2, 2], { changes: [step, suspected] })]);
    const marks = model.series[0]?.changes ?? [];
    const settled = marks.find((mark) => mark.change.id === step.id);
    const doubt = marks.find((mark) => mark.change.id === 9);
    expect(settled?.after.to).toBe(3);
    expect(doubt?.before).toEqual({ from: 2, y: 1 });
    expect(doubt?.after.to).toBe(doubt?.x);
  });

  it("leave withdrawn change points and those out of view undrawn", () => {
    const withdrawn = { ...step, state: "withdrawn" as const };
    const elsewhere = { ...step, commit: aCommit({ id: 99 }) };
    const { model } = modelOf([aSeries([1, 1, 1, 2], { changes: [withdrawn, elsewhere] })]);
    expect(model.series[0]?.changes).toEqual([]);
  });

  it("mark where the environment changed, once for all series", () => {
    const environment = [1, 1, 2, 2];
    const other = aSeries([2, 2, 2, 2], { environment, series: aLabel({ id: 2 }) });
    const { model } = modelOf([aSeries([1, 1, 1, 1], { environment }), other]);
    expect(model.environment).toEqual([2]);
  });

  it("mark failed results", () => {
    const { model } = modelOf([aSeries([1, null, 1], { failed_at: [1] })]);
    expect(model.series[0]?.failures).toEqual([1]);
    expect(seriesNotes(model, "linear")).toContain("× failed, no result");
  });
});

describe("zooming", () => {
  it("turns a range of the axis into ordinals of commits", () => {
    const { commits, model } = modelOf([aSeries([1, 1, 1, 1, 1])]);
    expect(windowOf(commits, model.stops, 0.6, 3.2)).toEqual({ from: 1, to: 3 });
  });

  it("refuses a range that holds fewer than two commits", () => {
    const { commits, model } = modelOf([aSeries([1, 1, 1])]);
    expect(windowOf(commits, model.stops, 0.6, 1.2)).toBeNull();
  });
});

describe("series on one page", () => {
  it("share a chart only with those of their unit", () => {
    const bytes = aSeries([1], { series: aLabel({ id: 2, unit: "B" }) });
    const groups = groupByUnit([aSeries([1]), bytes, aSeries([2], { series: aLabel({ id: 3 }) })]);
    expect([...groups].map(([unit, group]) => [unit, group.length])).toEqual([
      ["s", 2],
      ["B", 1],
    ]);
  });

  it("go to a file with unit, interval and samples; gaps stay empty", () => {
    const { commits, model } = modelOf([aSeries([0.5, null, 0.25])]);
    const rows = seriesCsv(model, commits, new Map([[1, "smol"]]));
    expect(rows[0]).toEqual([
      "commit",
      "time",
      "smol (wall_time, s)",
      "smol (wall_time, s) low",
      "smol (wall_time, s) high",
      "smol (wall_time, s) samples",
    ]);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual(["commit2", "2026-01-03T00:00:00.000Z", 0.25, 0.245, 0.255, 10]);
  });
});
