import { describe, expect, it } from "vitest";
import { type Frame, nearestIndex, xPixel, xValue, yPixel } from "./frame";

const frame: Frame = {
  width: 200,
  height: 100,
  left: 20,
  top: 10,
  right: 180,
  bottom: 90,
  x: { low: 1, high: 100, isLog: true },
  y: { low: 0, high: 4 },
};

describe("a frame", () => {
  it("places values, upwards and on a logarithmic axis", () => {
    expect(xPixel(frame, 1)).toBe(20);
    expect(xPixel(frame, 10)).toBeCloseTo(100);
    expect(yPixel(frame, 1)).toBe(70);
  });

  it("finds the value under a pixel again", () => {
    for (const value of [1, 3, 42, 100]) {
      expect(xValue(frame, xPixel(frame, value))).toBeCloseTo(value);
    }
  });
});

describe("the nearest of ascending numbers", () => {
  it.each([
    [[], 3, -1],
    [[5], 99, 0],
    [[1, 4, 9], 6, 1],
    [[1, 4, 9], 7, 2],
    [[1, 4, 9], -5, 0],
    [[1, 4, 9], 50, 2],
  ])("%j to %d is at %d", (numbers, target, index) => {
    expect(nearestIndex(numbers, target)).toBe(index);
  });
});
