import { describe, expect, it } from "vitest";
import { someConditions } from "@/testing/runBuilders";
import { foreignText, isSilent, stoppingText } from "./conditionsModel";

describe("how a run was measured", () => {
  it("says what ended it and which intervals stayed wide", () => {
    const variant = {
      benchmark: "b",
      parameters: {},
      metric: "cpu_time",
      half_width: null,
      reason: "narrow",
    } as const;
    const limits = { most_rounds: null, max_seconds: null, narrow: null };
    const plain = { ...limits, rounds: 15, reason: "rounds" } as const;
    const whole = {
      ...limits,
      rounds: 24,
      most_rounds: 40,
      reason: "narrow",
      narrow: 0.01,
    } as const;
    expect(stoppingText({ ...plain, variants: [] })).toBe("15 rounds: all rounds were done.");
    expect(stoppingText({ ...whole, variants: [variant] })).toBe(
      "24 rounds of at most 40: every interval was narrow enough. Every interval is within ±1\u202f%.",
    );
    const wide = { ...variant, reason: "budget" } as const;
    expect(stoppingText({ ...whole, reason: "budget", variants: [variant, wide] })).toBe(
      "24 rounds of at most 40: the time was spent. 1 interval of 2 is wider than ±1\u202f%.",
    );
  });

  it("says what was done about others on the machine", () => {
    const quiet = {
      limit: 0.1,
      median: null,
      given_up: null,
      samples: 5,
      unknown: 5,
      repeated: 0,
      improved: 0,
      down_weighted: 0,
      disturbed: 0,
      alike: [],
    };
    const foreign = { ...quiet, median: 0.04, samples: 600, unknown: 0, repeated: 9, improved: 7 };
    expect(foreignText({ ...foreign, down_weighted: 31 })).toBe(
      "Other processes used 4\u202f% of the CPU (median; limit 10\u202f%). 9 samples were measured again, 7 became quieter. 31 of 600 stayed above the limit and count less.",
    );
    expect(foreignText(quiet)).toContain("5 were too short to measure.");
  });

  it("is silent where nothing was said", () => {
    expect(isSilent(null)).toBe(true);
    expect(isSilent(someConditions({ control: null }))).toBe(true);
    expect(
      isSilent(someConditions({ control: { verdict: "steady", reason: "", works: [] } })),
    ).toBe(false);
  });
});
