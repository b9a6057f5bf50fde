import { describe, expect, it } from "vitest";
import { RowHeights } from "./rowHeights";

describe("rows of a long table", () => {
  it("lie as far apart as the first drawn ones, until they are drawn themselves", () => {
    const rows = new RowHeights(1000, 30);
    expect(rows.topOf(1000)).toBe(30_000);
    rows.measure(0, [40, 60]);
    expect(rows.topOf(2)).toBe(100);
    expect(rows.topOf(1000)).toBe(50_000);
    rows.measure(10, [90]);
    expect(rows.topOf(11) - rows.topOf(10)).toBe(90);
    expect(rows.topOf(12) - rows.topOf(11)).toBe(50);
  });

  it("are found by their distance, whatever their heights", () => {
    const rows = new RowHeights(4, 30);
    rows.measure(0, [10, 100, 20, 30]);
    expect([0, 9, 10, 109, 110, 129, 130, 9999].map((at) => rows.rowAt(at))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });

  it("move only where a height did", () => {
    const rows = new RowHeights(10, 30);
    expect(rows.measure(0, [44, 44])).toBe(true);
    expect(rows.measure(0, [44.2, 44])).toBe(false);
    expect(rows.measure(0, [0, 0])).toBe(false);
    rows.forget();
    expect(rows.measure(0, [44, 44])).toBe(true);
  });

  it("may become fewer", () => {
    const rows = new RowHeights(10, 30);
    rows.measure(0, [50, 50]);
    rows.resize(3);
    expect(rows.topOf(3)).toBe(150);
    rows.resize(0);
    expect(rows.rowAt(500)).toBe(0);
  });
});
