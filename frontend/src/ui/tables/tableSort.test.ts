import { describe, expect, it } from "vitest";
import { nextSorting, sortRows } from "./tableSort";

const sorted = (keys: (string | number | null)[], isDescending = false) =>
  sortRows(keys, (key) => key, isDescending);

describe("rows", () => {
  it("sort numbers by size and absent ones last, both ways", () => {
    expect(sorted([10, null, 9, 100])).toEqual([9, 10, 100, null]);
    expect(sorted([10, null, 9, 100], true)).toEqual([100, 10, 9, null]);
    expect(sorted([Number.NaN as number, 1])).toEqual([1, Number.NaN]);
  });

  it("sort texts with the numbers inside them", () => {
    expect(sorted(["run-10", "run-9", "Run-1"])).toEqual(["Run-1", "run-9", "run-10"]);
  });

  it("keep their order where they are equal", () => {
    const rows = [
      { name: "b", at: 1 },
      { name: "a", at: 2 },
      { name: "b", at: 3 },
    ];
    const down = sortRows(rows, (row) => row.name, true);
    expect(down.map((row) => row.at)).toEqual([1, 3, 2]);
  });

  it("turn round when their column is chosen again", () => {
    const once = nextSorting(null, "n");
    expect(once).toEqual({ column: "n", isDescending: false });
    expect(nextSorting(once, "n").isDescending).toBe(true);
    expect(nextSorting(nextSorting(once, "n"), "m")).toEqual({ column: "m", isDescending: false });
  });
});
