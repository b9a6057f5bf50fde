// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aLabel } from "@/testing/builders";
import { aRow } from "@/testing/compareBuilders";
import { MOST_MOVERS, moverBars } from "./runMovers";

type Verdict = "regression" | "improvement" | "unknown";

const moved = (id: number, ratio: number, verdict: Verdict = "unknown") =>
  aRow({
    series: aLabel({ id, parameters: { threads: id }, direction: "lower" }),
    ratio,
    low: ratio * 0.99,
    high: ratio * 1.01,
    verdict,
  });

describe("what moved most in a run", () => {
  it("puts what is decided first, then the largest", () => {
    const bars = moverBars([moved(1, 1.5), moved(2, 1.02, "regression"), moved(3, 0.9)], false);
    expect(bars.map(({ key }) => key)).toEqual(["2", "1", "3"]);
    expect(bars[0]).toMatchObject({ verdict: "loss", better: "lower" });
    expect(bars[0]?.gain).toBeCloseTo(-0.02);
    expect(bars[0]?.name).toContain("threads=2");
  });

  it("shows the worst regressions even where improvements are larger", () => {
    const better = [1, 2, 3, 4, 5, 6].map((id) => moved(id, 0.5, "improvement"));
    const worse = [11, 12, 13, 14].map((id) => moved(id, 1 + id / 100, "regression"));
    const keys = (rows: Parameters<typeof moverBars>[0]) =>
      moverBars(rows, false).map(({ key }) => key);
    expect(keys([...better, ...worse])).toEqual(["14", "13", "12", "1", "2"]);
    expect(keys([...better, ...worse.slice(0, 1)])).toEqual(["11", "1", "2", "3", "4"]);
    expect(keys(worse)).toEqual(["14", "13", "12", "11"]);
  });

  it("has the interval the right way round", () => {
    const [bar] = moverBars([moved(1, 0.8)], false);
    expect(bar?.low).toBeLessThan(0.2);
    expect(bar?.high).toBeGreaterThan(0.2);
  });

  it("decides nothing on a machine that is not fit", () => {
    const [bar] = moverBars([moved(2, 1.2, "regression")], true);
    expect(bar?.verdict).toBe("unknown");
  });

  it("leaves out what has no better side, and all beyond a few", () => {
    const aside = aRow({ series: aLabel({ id: 9, direction: "unknown" }), ratio: 3 });
    const many = Array.from({ length: 9 }, (_, index) => moved(index + 10, 1.1 + index / 100));
    const bars = moverBars([aside, ...many], false);
    expect(bars).toHaveLength(MOST_MOVERS);
    expect(bars.map(({ key }) => key)).not.toContain("9");
  });
});
