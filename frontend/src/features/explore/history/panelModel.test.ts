// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aHistory, aLabel, aSeries } from "@/testing/builders";
import { linesOf } from "../lines";
import { drawnAs, headOf, lineColours, metricsText, panelsOf, whereText } from "./panelModel";

const wall = aSeries([0.1, 0.11], { series: aLabel({ id: 1 }) });
const cpu = aSeries([0.2, 0.2], { series: aLabel({ id: 2, metric: "cpu_time" }) });
const memory = aSeries([1e6, 2e6], {
  series: aLabel({ id: 3, metric: "peak_memory", unit: "B" }),
});
const rate = aSeries([5, 6], {
  series: aLabel({ id: 4, metric: "rate", unit: "s", direction: "higher" }),
});

function idsOf(layout: "overlay" | "multiples", scale: "linear" | "relative") {
  const panels = panelsOf(aHistory(wall, memory, cpu, rate), { layout, scale, split: null });
  return panels.map((panel) => panel.series.map((one) => one.series.id));
}

describe("charts of the chosen series", () => {
  it("never put two units, or two directions, on one axis", () => {
    expect(idsOf("overlay", "linear")).toEqual([[1, 2], [3], [4]]);
  });

  it("share one axis of per cent, unless better points the other way", () => {
    expect(idsOf("overlay", "relative")).toEqual([[1, 3, 2], [4]]);
  });

  it("are one for each series when asked", () => {
    expect(idsOf("multiples", "linear")).toEqual([[1], [3], [2], [4]]);
  });

  it("are one each where scales lie far apart and nobody said otherwise", () => {
    const near = { layout: "auto", scale: "linear", split: null } as const;
    const far = (count: number) =>
      aHistory(
        wall,
        ...Array.from({ length: count }, (_, id) =>
          aSeries([2, 2], { series: aLabel({ id: 10 + id }) }),
        ),
      );
    expect(drawnAs(near, aHistory(wall, cpu, memory)).layout).toBe("overlay");
    expect(drawnAs(near, far(1)).layout).toBe("multiples");
    expect(drawnAs(near, far(20))).toMatchObject({ layout: "overlay", scale: "relative" });
    expect(drawnAs({ ...near, layout: "overlay" }, far(1)).layout).toBe("overlay");
    expect(drawnAs({ ...near, scale: "log" }, far(1))).toMatchObject({ layout: "overlay" });
  });

  it("are named by their metrics", () => {
    expect(metricsText({ series: [wall, wall] })).toBe("wall_time");
    expect(metricsText({ series: [wall, cpu, memory] })).toBe(
      "wall_time, cpu_time and peak_memory",
    );
  });

  it("name the benchmark that all of their series have, so that a saved picture tells it", () => {
    const of = (...benchmarks: string[]) =>
      panelsOf(
        aHistory(
          ...benchmarks.map((benchmark, index) =>
            aSeries([1], { series: aLabel({ id: index + 1, benchmark }) }),
          ),
        ),
        { layout: "overlay", scale: "linear", split: null },
      ).map(headOf);
    expect(of("parse", "parse")).toEqual(["parse: wall_time"]);
    expect(of("parse", "render")).toEqual(["wall_time"]);
  });

  it("are one for each value of what they are split by, numbers by size", () => {
    const threads = [8, 64, 16].map((value, index) =>
      aSeries([1], { series: aLabel({ id: index + 1, parameters: { threads: value } }) }),
    );
    const state = { layout: "overlay", scale: "linear", split: "param.threads" } as const;
    const panels = panelsOf(aHistory(...threads, memory), state);
    expect(panels.map((panel) => headOf(panel).split(":")[0])).toEqual([
      "no threads",
      "threads 8",
      "threads 16",
      "threads 64",
    ]);
  });

  it("have a line for each percentile, with an id and a name of its own", () => {
    const percentiles = [50, 99.9].map((percent) => aSeries([1], { percent }));
    const { series } = linesOf(aHistory(...percentiles));
    expect(series.map((one) => one.series.id)).toEqual([1.5, 1.999]);
    const [panel] = panelsOf(aHistory(...series), {
      layout: "overlay",
      scale: "linear",
      split: null,
    });
    expect([...(panel?.names.values() ?? [])]).toEqual(["p50 of wall_time", "p99.9 of wall_time"]);
  });
});

describe("lines of split charts", () => {
  const on = (count: number) =>
    aHistory(
      ...Array.from({ length: count }, (_, index) =>
        aSeries([1], {
          series: aLabel({
            id: index + 1,
            testbed: `box-${index % 2}`,
            parameters: { threads: index >> 1 },
          }),
        }),
      ),
    );
  const state = { layout: "overlay", scale: "linear", split: "testbed" } as const;

  it("keep a colour each as long as there are enough, then share them by name", () => {
    expect(new Set(lineColours(on(8), state).values()).size).toBe(8);
    const many = lineColours(on(10), state);
    expect(new Set(many.values()).size).toBe(5);
    expect(many.get(1)).toBe(many.get(2));
  });

  it("are told apart by the places that differ", () => {
    const labels = [
      aLabel({ suite: "packaging", testbed: "box" }),
      aLabel({ id: 2, suite: "wcwidth", testbed: "box" }),
    ];
    expect(labels.map((label) => whereText(label, labels))).toEqual([
      " · suite packaging",
      " · suite wcwidth",
    ]);
    expect(whereText(aLabel(), [aLabel()])).toBe("");
  });
});
