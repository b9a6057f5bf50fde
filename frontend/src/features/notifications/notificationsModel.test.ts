import { describe, expect, it } from "vitest";
import {
  clockOf,
  EVERYTHING,
  listOf,
  minutesOf,
  namedOf,
  previewText,
  selectionText,
  timetableText,
  USUAL,
} from "./notificationsModel";

describe("words of notifications", () => {
  it("tell when a channel speaks", () => {
    expect(timetableText(USUAL)).toBe("immediately");
    const night = { start: 1320, end: 420 };
    expect(timetableText({ ...USUAL, quiet: night })).toBe(
      "immediately, quiet from 22:00 to 07:00 (UTC)",
    );
    expect(timetableText({ ...USUAL, cadence: "daily" })).toBe("once a day at 08:00 (UTC)");
  });

  it("tell what is asked for", () => {
    const filters = { ...EVERYTHING.filters, suite: ["runtime", "allocator"], branch: ["main"] };
    const some = { ...EVERYTHING, filters, min_effect: 0.05, with_outages: false };
    expect(selectionText(some)).toBe(
      "Regressions from 5 % in suite runtime or allocator, branch main",
    );
    expect(selectionText({ ...EVERYTHING, ways: "any" })).toBe("Changes of everything; outages");
  });

  it("tell what would have been sent", () => {
    const nothing = {
      since: "2026-01-01T00:00:00Z",
      messages: 0,
      news: 0,
      groups: [],
      groups_total: 0,
    };
    expect(previewText(nothing)).toBe("In the last 7 days this would have sent nothing.");
    expect(previewText({ ...nothing, messages: 1, news: 40, groups_total: 38 })).toBe(
      "In the last 7 days this would have sent 1 message: 40 news of 38 alerts.",
    );
  });
});

describe("what is typed", () => {
  it("becomes names and pairs", () => {
    expect(listOf(" smol, tokio ,, smol")).toEqual(["smol", "tokio"]);
    expect(namedOf("threads=4, threads=8, engine=, =x, note=a=b")).toEqual({
      threads: ["4", "8"],
      note: ["a=b"],
    });
  });

  it("is a time of day or nothing", () => {
    expect([minutesOf("07:30"), minutesOf("24:00"), minutesOf("")]).toEqual([450, null, null]);
    expect(clockOf(450)).toBe("07:30");
  });
});
