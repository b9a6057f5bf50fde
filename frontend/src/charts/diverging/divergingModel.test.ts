import { describe, expect, it } from "vitest";
import {
  BESIDE_NAME,
  barPlace,
  CHARACTER,
  type DivergingBar,
  divergingAxis,
  divergingTicks,
  gainText,
  labelMiddle,
  logGain,
  roomForNames,
} from "./divergingModel";

function aBar(part: Partial<DivergingBar> = {}): DivergingBar {
  return {
    key: "a",
    name: "a",
    gain: 0.03,
    better: "higher",
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

describe("logGain", () => {
  it("puts half and double equally far from no change, whichever is better", () => {
    expect(logGain(0.5, "lower")).toBeCloseTo(-logGain(-1, "lower"));
    expect(logGain(1, "higher")).toBeCloseTo(-logGain(-0.5, "higher"));
    const lessFar = Math.abs(logGain(-3.72, "lower"));
    expect(logGain(0.981, "lower")).toBeGreaterThan(2 * lessFar);
  });
});

describe("gainText", () => {
  it("says per cent below a factor of two and factors above", () => {
    expect(gainText({ gain: -0.054, better: "higher" })).toBe("−5.4\u202f%");
    expect(gainText({ gain: -3.72, better: "lower" })).toBe("4.72×");
    expect(gainText({ gain: 1 - 1 / 53, better: "lower" })).toBe("53.0×");
  });
});

describe("divergingTicks", () => {
  it("marks factors where effects reach far, as many as there is room for", () => {
    const axis = { low: -Math.log(13), high: Math.log(150) };
    expect(divergingTicks(axis, 8, "lower").map(({ label }) => label)).toEqual([
      "no change",
      "10× worse",
      "10× better",
      "100× better",
    ]);
    const near = divergingTicks({ low: -1, high: 0.9 }, 10, "lower").map(({ label }) => label);
    expect(near).toContain("2× worse");
    expect(near).toContain("1.5× better");
  });

  it("writes per cent with signs, and zero plainly", () => {
    const labels = divergingTicks({ low: -0.06, high: 0.04 }, 5, "higher").map(
      ({ label }) => label,
    );
    expect(labels).toContain("0\u202f%");
    expect(labels.some((label) => label.startsWith("+"))).toBe(true);
    expect(labels.some((label) => label.startsWith("\u2212"))).toBe(true);
  });
});

describe("a label of the axis", () => {
  it("is moved inside where its mark is at the edge of a narrow drawing", () => {
    expect(labelMiddle(8, "10× worse", 360)).toBe(31.5);
    expect(labelMiddle(180, "no change", 360)).toBe(180);
    expect(labelMiddle(355, "10× better", 360)).toBe(325);
  });
});

describe("roomForNames", () => {
  const groupOf = (name: string) => [{ key: "", name: "", net: null, bars: [aBar({ name })] }];

  it("holds the longest name, and leaves most of the width to the bars", () => {
    const name = "decode format=json size=large instructions on bench-1";
    const wide = roomForNames(groupOf(name), 1200);
    expect(wide - BESIDE_NAME).toBeGreaterThanOrEqual(name.length * CHARACTER);
    expect(roomForNames(groupOf(name), 700)).toBe(280);
    expect(roomForNames(groupOf("a"), 1200)).toBe(150);
  });
});
