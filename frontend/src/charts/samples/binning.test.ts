import { expect, it } from "vitest";
import { binsOf } from "./binning";

it("holds every value of both sides in common bins", () => {
  const values = Array.from({ length: 100 }, (_, index) => 1 + index / 100);
  const found = binsOf([
    { name: "a", values },
    { name: "b", values: [1, 1.99] },
  ]);
  expect(found.edges[0]).toBeCloseTo(1);
  expect(found.edges.at(-1)).toBeCloseTo(1.99);
  for (const shares of found.shares) {
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
  }
  expect(found.shares[1]?.[0]).toBe(0.5);
  expect(found.shares[1]?.at(-1)).toBe(0.5);
});

it("counts a value as often as it was recorded, and far values as ratios", () => {
  const found = binsOf([{ name: "a", values: [1, 1000], counts: [3, 1] }]);
  expect(found.isLog).toBe(true);
  expect([found.shares[0]?.[0], found.shares[0]?.at(-1)]).toEqual([0.75, 0.25]);
});

it("gives equal values one bin with room around it", () => {
  const found = binsOf([{ name: "a", values: [5, 5, 5] }]);
  expect(found.edges[0]).toBeLessThan(5);
  expect(Math.max(...(found.shares[0] ?? []))).toBe(1);
  expect(binsOf([{ name: "a", values: [] }]).edges).toEqual([]);
});
