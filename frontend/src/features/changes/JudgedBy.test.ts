// @vitest-environment node
import { expect, it } from "vitest";
import { judgedText } from "./JudgedBy";

it("says in words what a rule asks of a change, and what a regression does", () => {
  const strict = { minimum_effect: 0.05, sensitivity: "strict", is_gate: false } as const;
  expect(judgedText({ reason: "judged by rule 2", threshold: strict })).toBe(
    "Judged by rule 2: at least 5.0\u202f%, strict sensitivity, fails no check.",
  );
  const standard = { minimum_effect: null, sensitivity: "balanced", is_gate: true } as const;
  expect(judgedText({ reason: "default threshold", threshold: standard })).toBe(
    "Default threshold: at least 1.0\u202f% (any size, where the metric is exact), " +
      "balanced sensitivity, fails PR checks.",
  );
});
