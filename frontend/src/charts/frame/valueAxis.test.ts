// @vitest-environment node
import { describe, expect, it } from "vitest";
import { valueAxis } from "./valueAxis";

const at = (y: number) => ({ y, low: null, high: null });

describe("the range of a value axis", () => {
  it.each([100, -3, 0])("has room around values that are all %d", (value) => {
    const axis = valueAxis([at(value), at(value)], true, false);
    expect(axis.low).toBeLessThanOrEqual(value);
    expect(axis.high).toBeGreaterThan(value);
  });

  it("starts at zero where zero is near", () => {
    expect(valueAxis([at(1), at(10)], false, false).low).toBe(0);
    expect(valueAxis([at(9), at(10)], false, false).low).toBeGreaterThan(8);
  });

  it("has room around equal values on logarithms too", () => {
    const axis = valueAxis([at(5)], false, true);
    expect(axis.low).toBeLessThan(5);
    expect(axis.high).toBeGreaterThan(5);
  });
});
