import { describe, expect, it } from "vitest";
import { rateText, upheldText } from "./upheld";

const NONE = { upheld: 0, asked: 0, share: null, low: 0, high: 1 };

function aRow(machine: string, upheld: number, refuted: number) {
  const rate = { ...NONE, upheld, asked: upheld + refuted };
  return { machine_id: 1, machine, testbed: "lab", upheld, refuted, unclear: 0, unsteady: 0, rate };
}

describe("the share of alerts that were upheld", () => {
  it("is said in all with its interval, and by machine, and not before one was measured", () => {
    const overall = { upheld: 4, asked: 6, share: 4 / 6, low: 0.3, high: 0.9032 };
    expect(
      upheldText({ rows: [aRow("vm", 3, 1), aRow("lab", 1, 1), aRow("new", 0, 0)], overall }),
    ).toBe(
      "4 of 6 alerts that were measured again were upheld (67\u202f%, 95\u202f% interval 30 to 90\u202f%): 3 of 4 on vm, 1 of 2 on lab.",
    );
    const one = { upheld: 1, asked: 1, share: 1, low: 0.2065, high: 1 };
    expect(upheldText({ rows: [aRow("vm", 1, 0)], overall: one })).toBe(
      "1 of 1 alert that was measured again was upheld (100\u202f%, 95\u202f% interval 21 to 100\u202f%): 1 of 1 on vm.",
    );
    expect(upheldText({ rows: [], overall: NONE })).toBe("");
    expect(rateText(NONE)).toBe("0 of 0");
  });
});
