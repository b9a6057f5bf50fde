import { expect, it } from "vitest";
import { frameOf, labelPlace } from "./axes";

it("keeps the labels at both ends of an axis within the drawing", () => {
  const axis = { low: 0, high: 1 };
  const frame = frameOf(400, 300, axis, axis, []);
  const label = "packaging-26.3";
  const half = 3.4 * label.length;
  expect(labelPlace(frame, 376, label) + half).toBeLessThanOrEqual(400);
  expect(labelPlace(frame, 30, label) - half).toBeGreaterThanOrEqual(0);
  expect(labelPlace(frame, 200, label)).toBe(200);
});
