import { describe, expect, it } from "vitest";
import { formatScatter, formatScatterRange, formatShare, shareNumber } from "./share";

describe("shares", () => {
  it.each([
    [0.0042, "0.42"],
    [0.0375, "3.8"],
    [0.05, "5"],
    [0.183, "18"],
    [1, "100"],
    [3.2, "320"],
    [0, "0"],
    [0.00001, "<\u202f0.01"],
    [null, "–"],
  ])("writes %s as %s", (share, text) => {
    expect(shareNumber(share)).toBe(text);
  });

  it("puts the unit behind a number only", () => {
    expect(formatShare(0.0042)).toBe("0.42\u202f%");
    expect(formatShare(null)).toBe("–");
  });
});

describe("a scatter", () => {
  it("is a factor where it is more than the level itself", () => {
    expect(formatScatter(0.336)).toBe("34\u202f%");
    expect(formatScatter(14.88)).toBe("16×");
    expect(formatScatter(null)).toBe("–");
  });

  it("has its ends in its own scale", () => {
    expect(formatScatterRange(0.02, 0.011, 0.034)).toBe("2\u202f% [1.1, 3.4]");
    expect(formatScatterRange(14.88, 7, null)).toBe("16× [8, ∞]");
  });
});
