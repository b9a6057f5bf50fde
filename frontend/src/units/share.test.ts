import { describe, expect, it } from "vitest";
import { formatShare, shareNumber } from "./share";

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
