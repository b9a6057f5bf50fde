import { describe, expect, it } from "vitest";
import { branchDates, countMisdated } from "./branchDates";

describe("places of commits on an axis of dates", () => {
  it("are their dates where the branch runs forward", () => {
    expect(branchDates([1, 2, 2, 5])).toEqual([1, 2, 2, 5]);
  });

  it("never go back for a commit that kept an old date", () => {
    expect(branchDates([10, 15, 20, 3, 4, 30])).toEqual([10, 15, 20, 20, 20, 30]);
  });

  it("are not pushed to the end by one wrong clock", () => {
    expect(branchDates([10, 9999, 20, 30, 1, 40])).toEqual([10, 10, 20, 30, 30, 40]);
  });

  it("hold commits without a date", () => {
    expect(branchDates([null, 10, null, 20])).toEqual([10, 10, 10, 20]);
    expect(branchDates([null, null])).toEqual([0, 0]);
    expect(branchDates([])).toEqual([]);
  });

  it("are counted where they are not the commits' own", () => {
    expect(countMisdated([10, 15, null, 20, 3, 4, 30])).toBe(2);
    expect(countMisdated([1, 1, 2])).toBe(0);
  });
});
