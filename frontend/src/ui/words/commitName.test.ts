import { describe, expect, it } from "vitest";
import { shortCommit } from "./commitName";

describe("the short name of a commit", () => {
  it.each([
    ["c0ffee1234567890c0ffee1234567890c0ffee12", "c0ffee12"],
    ["c0ffee1234", "c0ffee12"],
    ["wcwidth-0.2.13", "wcwidth-0.2.13"],
    ["packaging-2024.1", "packaging-2024.1"],
    ["20260122093000", "20260122093000"],
    ["release-of-the-long-named-library-1.2.3", "release-of-the-long-named-libra…"],
  ])("shows %s as %s", (name, shown) => {
    expect(shortCommit(name)).toBe(shown);
  });
});
