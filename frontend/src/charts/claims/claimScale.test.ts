import { describe, expect, it } from "vitest";
import type { ClaimStatement, StatementOnMachine } from "@/api/types";
import { claimBars, claimSpans } from "./claimScale";

const said = { kind: "ratio", value: 0.5, low: 0.45, high: 0.55 } as ClaimStatement;
const found = { value: 2, low: 1.8, high: 2.2, figures: [] } as unknown as StatementOnMachine;

describe("the picture of a claim", () => {
  it("puts half and twice at the same distance from no difference", () => {
    const spans = claimSpans(said, found);
    if (spans === null) throw new Error("it has numbers on both sides");
    const middle = spans.neutral ?? Number.NaN;
    expect(middle - spans.published.at).toBeCloseTo(spans.measured.at - middle);
    expect(spans.measured.from).toBeLessThan(spans.measured.at);
    expect(spans.published.to).toBeLessThan(middle);
  });

  it("lets an open end reach the edge, and draws nothing without a number", () => {
    const open = { ...said, value: null, low: null, high: 0.03 };
    expect(claimSpans(open, found)?.published.from).toBe(0);
    expect(claimSpans(said, { ...found, value: null })).toBeNull();
  });

  it("draws published and measured bars relative to one figure that has both", () => {
    const figure = { low: null, high: null, unit: "s", n: 1, series_id: 1, run_id: 1 };
    const bars = claimBars([
      { ...figure, label: "a", published: 4, value: 0.3 },
      { ...figure, label: "b", published: 2, value: 0.1 },
      { ...figure, label: "c", published: 6, value: null },
    ]);
    expect(
      bars.map((one) => [one.published, one.measured].map((at) => at && Math.round(at))),
    ).toEqual([
      [67, 100],
      [33, 33],
      [100, null],
    ]);
  });
});
