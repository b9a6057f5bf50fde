import { describe, expect, it } from "vitest";
import { barPlace, type DivergingBar, divergingAxis, divergingTicks } from "./divergingModel";

function aBar(part: Partial<DivergingBar> = {}): DivergingBar {
  return {
    key: "a",
    name: "a",
    gain: 0.03,
    low: 0.02,
    high: 0.04,
    verdict: "gain",
    sentence: "",
    weight: 0.5,
    ...part,
  };
}

describe("divergingAxis", () => {
  it("holds both sides with their intervals and always zero", () => {
    const axis = divergingAxis([
      {
        key: "",
        name: "",
        net: null,
        bars: [aBar(), aBar({ gain: -0.05, low: -0.06, high: -0.04 })],
      },
    ]);
    expect(axis.low).toBeLessThan(-0.06);
    expect(axis.high).toBeGreaterThan(0.04);
  });

  it("lets an interval that dwarfs all effects run to the edge", () => {
    const axis = divergingAxis([
      { key: "", name: "", net: null, bars: [aBar(), aBar({ gain: 0.01, low: -5, high: 9 })] },
    ]);
    expect(axis.high).toBeLessThan(0.11);
    expect(barPlace(axis, 9)).toEqual({ part: 1, isBeyond: true });
  });

  it("is not empty without any effect", () => {
    const axis = divergingAxis([
      { key: "", name: "", net: null, bars: [aBar({ gain: 0, low: null, high: null })] },
    ]);
    expect(axis.high).toBeGreaterThan(axis.low);
  });
});

describe("divergingTicks", () => {
  it("writes per cent with signs, and zero plainly", () => {
    const labels = divergingTicks({ low: -0.06, high: 0.04 }, 5).map(({ label }) => label);
    expect(labels).toContain("0\u202f%");
    expect(labels.some((label) => label.startsWith("+"))).toBe(true);
    expect(labels.some((label) => label.startsWith("\u2212"))).toBe(true);
  });
});
