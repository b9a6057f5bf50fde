// @vitest-environment node
import { expect, it } from "vitest";
import { judgedText } from "./JudgedBy";

it("says in words what a rule asks of a change, and what a regression does", () => {
  const strict = { minimum_effect: 0.05, sensitivity: "strict", is_gate: false } as const;
  expect(judgedText({ reason: "judged by rule 2", threshold: strict })).toBe(
    "Judged by rule 2. Changes of at least 5.0\u202f% count, with strict sensitivity; " +
      "a regression is told and fails no check.",
  );
  const standard = { minimum_effect: null, sensitivity: "balanced", is_gate: true } as const;
  expect(judgedText({ reason: "by the standard", threshold: standard })).toBe(
    "By the standard. Changes of at least 1.0\u202f% (any size, where the metric is exact) count, " +
      "with balanced sensitivity; " +
      "a regression fails the check of a pull request.",
  );
});
