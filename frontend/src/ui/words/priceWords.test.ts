import { describe, expect, it } from "vitest";
import { someQuotas } from "@/testing/builders";
import { aJobList, anOffer } from "@/testing/jobBuilders";
import { priceText, quotaWords, suspectedRatio } from "./priceWords";

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

const USE = { who: "Ada", is_person: true, spent: 35.5, held: 0, minutes: 60, frees_at: null };
const WHOLE = { ...USE, who: "", is_person: false, spent: 500, held: 30, minutes: 600 };

describe("what a quota leaves for one more job", () => {
  it("is nothing to say where there is none", () => {
    expect(quotaWords(someQuotas())).toBeNull();
    expect(quotaWords(someQuotas({ own: { ...USE, minutes: null } }))).toBeNull();
  });

  it("says how much is left, of each that holds", () => {
    expect(quotaWords(someQuotas({ own: USE, whole: WHOLE }))).toEqual({
      text:
        "You have 24 of 60 machine minutes left in 24 h. " +
        "The project has 70 of 600 machine minutes left in 24 h.",
      startsAt: null,
    });
  });

  it("says that it is used up, and when the last of them is free again", () => {
    const own = { ...USE, spent: 60, frees_at: "2026-11-27T14:20:00Z" };
    const whole = { ...WHOLE, spent: 600, frees_at: "2026-11-27T15:00:00Z" };
    expect(quotaWords(someQuotas({ own, whole }))).toEqual({
      text: "Jobs of the project used the 600 machine minutes of 24 h.",
      startsAt: whole.frees_at,
    });
    expect(quotaWords(someQuotas({ own }))).toEqual({
      text: "You used the 60 machine minutes of 24 h.",
      startsAt: own.frees_at,
    });
  });

  it("waits for what is measured, where that may take the rest", () => {
    const own = { ...USE, held: 24.5, frees_at: "2026-11-27T14:20:00Z" };
    expect(quotaWords(someQuotas({ own }))).toEqual({
      text:
        "Jobs that run may take the 60 machine minutes that you have in 24 h. " +
        "A new one starts when one ends.",
      startsAt: null,
    });
  });
});
