// @vitest-environment node
import { describe, expect, it } from "vitest";
import { type LadderBarRung, ladderBars } from "./ladderBars";

function aRung(id: number, ratio: number, part: Partial<LadderBarRung> = {}): LadderBarRung {
  return {
    id,
    label: `rung ${id}`,
    role: "rung",
    verdict: "kept",
    stands: true,
    is_best: false,
    is_step: true,
    versus_baseline: { ratio, low: ratio * 0.9, high: ratio * 1.1 },
    ...part,
  };
}

const BASELINE = aRung(1, 1, { role: "baseline", is_step: false, versus_baseline: null });
const LOSS = { is_step: false, stands: false, verdict: "rejected" };

describe("bars of a ladder", () => {
  it("stack what each kept rung added on the baseline", () => {
    const { bars, steps } = ladderBars([BASELINE, aRung(2, 1.2), aRung(3, 1.5)], "higher");
    expect(bars[2]?.parts.map(({ from, to, step }) => [from, to, step])).toEqual([
      [0, 1, null],
      [1, 1.2, 2],
      [1.2, 1.5, 3],
    ]);
    expect(steps.map((step) => Number(step.added.toFixed(3)))).toEqual([0.2, 0.3]);
    expect(steps.map((step) => Number(step.factor.toFixed(3)))).toEqual([1.2, 1.25]);
  });

  it("show what a rejected rung loses of the best so far, and what an open one may add", () => {
    const open = { is_step: false, stands: false, verdict: "unresolved" };
    const { bars } = ladderBars(
      [BASELINE, aRung(2, 1.2), aRung(3, 0.8, LOSS), aRung(4, 1.25, open)],
      "higher",
    );
    expect(bars[2]?.parts.map(({ from, to, kind }) => [from, to, kind])).toEqual([
      [0, 0.8, "baseline"],
      [0.8, 1.2, "lost"],
    ]);
    expect(bars[3]?.parts.at(-1)).toMatchObject({ from: 1.2, to: 1.25, kind: "open" });
  });

  it("turn metrics of which less is better, and leave controls out", () => {
    const control = aRung(9, 50, { role: "control", is_step: false, verdict: "control" });
    const { bars, most } = ladderBars([BASELINE, aRung(2, 0.5), control], "lower");
    expect(bars).toHaveLength(2);
    expect(bars[1]?.times).toBe(2);
    expect(bars[1]?.low).toBeCloseTo(1 / 0.55);
    expect(most).toBeLessThan(2.6);
  });
});
