import { describe, expect, it } from "vitest";
import { aJobList, anOffer } from "@/testing/jobBuilders";
import { priceText, suspectedRatio } from "./priceWords";

describe("the price of a job", () => {
  it("says how long it takes, where, and after what", () => {
    const list = aJobList({ agents: ["box"], offer: anOffer({ ahead: 2 }) });
    expect(priceText(list)).toBe("5 min (4 min to 7 min) on lab, after 2 other jobs.");
    expect(priceText({ ...list, offer: anOffer({ takes: null }) })).toBe(
      "It is not known how long it takes on lab.",
    );
  });

  it("says what keeps a job from being measured", () => {
    expect(priceText(aJobList({ offer: anOffer() }))).toContain("No agent of lab is free");
    expect(priceText(aJobList({ offer: anOffer({ cannot: "it is a fork" }) }))).toBe(
      "It cannot be measured again: it is a fork.",
    );
    expect(priceText(aJobList())).toBe("");
  });
});

describe("the effect that is to be upheld", () => {
  it("is what was seen, in its direction, and no smaller than can be refuted", () => {
    expect(suspectedRatio(1.2, 0.01)).toBe(1.2);
    expect(suspectedRatio(0.8, 0.01)).toBe(0.8);
    expect(suspectedRatio(1.001, 0.01)).toBe(1.02);
    expect(suspectedRatio(0.999, 0.01)).toBeCloseTo(1 / 1.02);
  });
});
