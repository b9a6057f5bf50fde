// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { SweepGrid } from "@/api/types";
import { cellText, heatRows } from "./heatMap";

const cell = (x: number, y: number, value: number, part = {}) => ({
  x,
  y,
  series_id: 1,
  value,
  low: value * 0.98,
  high: value * 1.02,
  n: 12,
  in_best_set: false,
  excess: value / 0.01 - 1,
  behind: null,
  ...part,
});
const GRID: SweepGrid = {
  facet: {},
  xs: [2, 4],
  ys: [10, 50],
  cells: [cell(2, 10, 0.02), cell(4, 10, 0.01, { in_best_set: true }), cell(2, 50, 0.015)],
  failed: [[4, 50]],
  missing: [],
  best: [4, 10],
  claim: "interval",
  sentence: "",
  remarks: [],
};
const NAMES = { axis: "pool", second: "connections", unit: "s" };

describe("a heat map", () => {
  const rows = heatRows(GRID, { divisor: 0.001, label: "ms" });

  it("goes up with the second parameter and says what is not there", () => {
    expect(rows.map((row) => row.y)).toEqual([50, 10]);
    expect(rows[0]?.cells.map((one) => one.text)).toEqual(["15", "failed"]);
  });

  it("colours the best strongest and marks the best set", () => {
    expect(rows[1]?.cells.map((one) => [one.strength, one.isBest])).toEqual([
      [0, false],
      [1, true],
    ]);
  });

  it("reads a cell with interval, samples and distance", () => {
    const [slow, best] = rows[1]?.cells ?? [];
    if (slow === undefined || best === undefined) throw new Error("two cells");
    expect(cellText(slow, NAMES)).toMatch(
      /^pool = 2, connections = 10: 20\sms \[.*\], 12 samples; 100\s% from the best$/,
    );
    expect(cellText(best, NAMES)).toContain("the best as measured");
  });
});
