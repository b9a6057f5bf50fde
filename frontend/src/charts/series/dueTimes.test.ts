import { describe, expect, it } from "vitest";
import { countMisdated, dueTimes } from "./dueTimes";

describe("places of commits on an axis of dates", () => {
  const commits = { time: [10, 9999, null, 30], due: [null, 10, 10, null] };

  it("are their own times, or those the server gives", () => {
    expect(dueTimes(commits)).toEqual([10, 10, 10, 30]);
    expect(dueTimes({ time: [null], due: [null] })).toEqual([0]);
  });

  it("count as misdated only where a commit has a time", () => {
    expect(countMisdated(commits)).toBe(1);
  });
});
