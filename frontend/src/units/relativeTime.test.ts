import { describe, expect, it } from "vitest";
import { absoluteTime, durationText, relativeTime } from "./relativeTime";

const now = new Date("2026-03-14T12:00:00Z");

describe("a time", () => {
  it.each([
    ["2026-03-14T11:59:40Z", "just now"],
    ["2026-03-14T11:59:00Z", "1 min ago"],
    ["2026-03-14T11:20:00Z", "40 min ago"],
    ["2026-03-14T09:10:00Z", "3 h ago"],
    ["2026-03-10T12:00:00Z", "4 d ago"],
    ["2026-01-02T12:00:00Z", "2026-01-02"],
    ["2026-03-14T12:10:00Z", "in 10 min"],
  ])("%s is “%s”", (at, text) => expect(relativeTime(new Date(at), now)).toBe(text));

  it("is exact when asked", () => {
    expect(absoluteTime(new Date("2026-03-04T05:06:07Z"))).toBe("2026-03-04 05:06:07");
  });
});

describe("a duration", () => {
  it.each([
    [48, "48 s"],
    [192, "3 min 12 s"],
    [7500, "2 h 5 min"],
    [-5, "0 s"],
  ])("of %d s is %s", (seconds, text) => {
    expect(durationText(now, new Date(now.getTime() + seconds * 1000))).toBe(text);
  });
});
