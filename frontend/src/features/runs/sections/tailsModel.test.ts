import { describe, expect, it } from "vitest";
import type { Tail } from "@/api/types";
import { percentileText, reachOf, tailLines, tailTicks } from "@/charts/tails/tailCurves";
import { aLabel } from "@/testing/builders";
import { aRunDetail, ofEngine } from "@/testing/runBuilders";
import { roundsText, tailedCurves, tailNames, tailSentence, toldText } from "./tailsModel";

function aTail(engine: string, median: number, p999: number): Tail {
  const points = [
    { percentile: 50, value: median },
    { percentile: 99.9, value: p999 },
  ].map((point) => ({ ...point, low: point.value * 0.95, high: point.value * 1.05 }));
  return { series: aLabel({ parameters: { engine } }), basis: "histogram", n: 100_000, points };
}

describe("percentile curves", () => {
  it("stand on an axis of one in how many", () => {
    expect([50, 90, 99, 99.9].map(reachOf)).toEqual([2, 10, 100, 1000]);
    expect(percentileText(1000)).toBe("p99.9");
    expect(tailTicks(1, 1000).map(({ label }) => label)).toEqual(["p50", "p90", "p99", "p99.9"]);
    const [line] = tailLines([aTail("smol", 1, 2)], ["smol"]);
    expect(line?.name).toBe("smol");
    expect(line?.points.map(({ x }) => x)).toEqual([2, 1000]);
  });

  it("leave out of a name what another benchmark has alone", () => {
    const limited = aTail("smol", 1, 2);
    const other = aTail("tokio", 1, 2);
    const parameters = { engine: "smol", in_flight: 8 };
    const series = { ...limited.series, benchmark: "multi", parameters };
    expect(tailNames([{ ...limited, series }, other])).toEqual([
      expect.stringContaining("in_flight=8"),
      expect.not.stringContaining("undefined"),
    ]);
  });

  it("say where only the tail differs", () => {
    expect(tailSentence([aTail("smol", 1, 2), aTail("tokio", 1.02, 6.2)])).toBe(
      "Only the tail differs: tokio has the median, and 3.1 times the p99.9 of smol.",
    );
    expect(tailSentence([aTail("smol", 1, 2), aTail("tokio", 2, 6)])).toContain("No two curves");
  });

  it("say what cannot be told", () => {
    expect(toldText(aTail("smol", 1, 2), 99)).toBe("too few");
    const rows = [ofEngine(1, "smol", 1), { ...ofEngine(2, "tokio", 1), n: 3 }];
    expect(tailedCurves(aRunDetail({ rows })).map(({ metric }) => metric)).toEqual(["wall_time"]);
    expect(tailedCurves(aRunDetail({ rows: rows.slice(1) }))).toEqual([]);
  });
});

it("names the metric that tells a percentile round by round", () => {
  const tail = aTail("smol", 0.001, 0.003);
  const [row] = aRunDetail().rows;
  if (row === undefined) throw new Error("a run has results");
  const series = { ...tail.series, metric: `${tail.series.metric}_p999` };
  const rows = [{ ...row, series, value: 0.004, low: 0.002, high: 0.009, n: 3 }];
  expect(roundsText(rows, tail, 99.9)).toMatch(/^4.ms \[2, 9\], 3 rounds$/);
  expect(roundsText(rows, tail, 99)).toBeNull();
});
