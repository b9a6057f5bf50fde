import { describe, expect, it } from "vitest";
import type { Goal } from "@/api/types";
import { aGoal } from "@/testing/runBuilders";
import { orderedChecks, preflightText } from "@/ui/tables/preflight";
import { goalsAnswer, goalWords, ratioText, sidesText, targetText } from "@/ui/words/goalWords";

describe("a goal", () => {
  it("says its ratio with the interval, and that there is none", () => {
    expect(ratioText(aGoal())).toBe("0.0310 [0.0280, 0.0350]");
    expect(ratioText(aGoal({ low: null, high: null }))).toBe("0.0310 no interval");
    expect(ratioText(aGoal({ ratio: null }))).toBe("–");
  });

  it("says its target in words, also where only the sign is asked", () => {
    expect(targetText(aGoal())).toBe("at most 0.0500");
    expect(targetText(aGoal({ at_most: null, at_least: 20 }))).toBe("at least 20");
    expect(targetText(aGoal({ at_most: null }))).toBe("two-sided");
  });

  it("names both sides with their parameters", () => {
    expect(sidesText(aGoal())).toBe("pool connections=100 against threads");
  });

  it("is counted by verdict, the three kept apart", () => {
    const verdicts: Goal["verdict"][] = ["met", "met", "not_met", "not_resolved"];
    expect(goalsAnswer(verdicts.map((verdict) => aGoal({ verdict })))).toBe(
      "4 rows: 2 met, 1 not met, 1 not resolved here.",
    );
  });

  it("says what the sign means where only the sign is asked", () => {
    const rate = { unit: "req/s", direction: "higher" } as const;
    expect(goalWords(aGoal({ verdict: "above" }), () => rate)).toEqual({
      text: "higher throughput than the baseline",
      tone: "better",
    });
    const time = { unit: "s", direction: "lower" } as const;
    expect(goalWords(aGoal({ verdict: "above" }), () => time).text).toBe(
      "slower than the baseline",
    );
    expect(goalWords(aGoal({ verdict: "below" })).text).toBe("less than the baseline");
  });
});

describe("a preflight", () => {
  it("puts warnings of the preflight first and never takes unknown for in order", () => {
    const checks = [
      { name: "swap", state: "ok" },
      { name: "turbo", state: "unknown" },
      { name: "load", state: "warning" },
    ] as const;
    const whole = checks.map((check) => ({ ...check, found: "", means: "", remedy: "" }));
    expect(orderedChecks(whole).map(({ name }) => name)).toEqual(["load", "turbo", "swap"]);
    expect(preflightText(whole)).toBe("1 warning, 1 unknown, 1 in order.");
  });
});
