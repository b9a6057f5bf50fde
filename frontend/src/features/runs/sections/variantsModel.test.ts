// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { RunResult, VariantPair } from "@/api/types";
import { aLabel } from "@/testing/builders";
import { aPair, aResult, ofEngine } from "@/testing/runBuilders";
import {
  firstChoice,
  groupSentence,
  type Judged,
  type Standing,
  variantGroups,
  withJudgement,
} from "./variantsModel";

const CHOICE = { benchmark: "search", metric: "wall_time", split: null };

function groupsOf(results: RunResult[], split: string | null = null) {
  return variantGroups(results, { ...CHOICE, split });
}

/** Each judged in rounds against the best of its group. */
function judgedAs(verdicts: Record<number, VariantPair["verdict"]>): Judged {
  const pairs = Object.entries(verdicts).map(([contender, verdict]) =>
    aPair({ contender: Number(contender), verdict }),
  );
  return new Map(pairs.map((pair) => [pair.contender, pair]));
}

describe("variants side by side", () => {
  const engines = [
    ofEngine(1, "tokio", 0.27),
    ofEngine(2, "smol", 0.2),
    ofEngine(3, "rayon", 0.202),
    ofEngine(4, "serial", 0.6),
  ];

  it("stand best first, each with its distance to the best in words", () => {
    const [group] = groupsOf(engines);
    expect(group?.rows.map((row) => [row.name, row.against])).toEqual([
      ["smol", "best"],
      ["rayon", "1.0\u202f% slower"],
      ["tokio", "35.0\u202f% slower"],
      ["serial", "3.00× slower"],
    ]);
  });

  it("say what cannot be told from the best", () => {
    const [group] = groupsOf(engines);
    expect(group?.rows.map((row) => row.mayBeBest)).toEqual([true, true, false, false]);
    const judged = judgedAs({ 1: "regression", 3: "same", 4: "regression" });
    expect(group && groupSentence(withJudgement(group, judged), judged, "judged")).toBe(
      "No significant difference between smol and rayon; 2 others are worse.",
    );
  });

  it("claim nothing before the pairs are judged, nor of those that are not", () => {
    const [group] = groupsOf(engines);
    const sentence = (judged: Judged, standing: Standing) =>
      group && groupSentence(withJudgement(group, judged), judged, standing);
    expect(sentence(new Map(), "waiting")).toBe(
      "smol has the best number; the others are being judged.",
    );
    expect(sentence(new Map(), "failed")).toBe(
      "smol has the best number; the others could not be judged.",
    );
    expect(sentence(judgedAs({ 1: "regression" }), "judged")).toBe(
      "smol is best; each difference is significant. 2 more are not judged: too many at once.",
    );
  });

  it("put the largest first where higher is better", () => {
    const rates = engines.map((one) => ({
      ...one,
      series: { ...one.series, direction: "higher" as const, unit: "op/s" },
    }));
    expect(groupsOf(rates)[0]?.rows[0]?.name).toBe("serial");
  });

  it("name no best without a direction, and claim little without intervals", () => {
    const unknown = engines.map((one) => ({
      ...one,
      series: { ...one.series, direction: "unknown" as const },
    }));
    const [group] = groupsOf(unknown);
    expect(group?.rows.some((row) => row.isBest)).toBe(false);
    expect(group && groupSentence(group, new Map(), "judged")).toMatch(/no direction/);
    const [bare] = groupsOf(engines.map((one) => ({ ...one, low: null, high: null })));
    expect(bare && groupSentence(bare, new Map(), "judged")).toMatch(/by its number only/);
  });

  it("are grouped by the parameter with the fewest values, or as asked", () => {
    const grid = ["small", "med"].flatMap((data, d) =>
      ["smol", "tokio", "rayon"].map((engine, e) =>
        aResult({
          series: aLabel({ id: d * 3 + e, parameters: { engine, data } }),
          value: 1 + d + e / 10,
        }),
      ),
    );
    expect(groupsOf(grid).map((group) => group.title)).toEqual(["data = med", "data = small"]);
    expect(groupsOf(grid)[0]?.rows.map((row) => row.name)).toEqual(["smol", "tokio", "rayon"]);
    expect(groupsOf(grid, "none")).toHaveLength(1);
    expect(groupsOf(grid, "none")[0]?.rows[0]?.name).toBe("engine=smol data=small");
    expect(groupsOf(grid, "engine")).toHaveLength(3);
  });

  it("begin with alternatives rather than with a sweep", () => {
    const sweep = [1, 2].map((threads) =>
      aResult({ series: aLabel({ id: 10 + threads, benchmark: "a", parameters: { threads } }) }),
    );
    expect(firstChoice([...sweep, ...engines]).benchmark).toBe("search");
    expect(firstChoice(sweep).benchmark).toBe("a");
  });

  it("begin with the first benchmark and metric of which there are several", () => {
    const lone = aResult({ series: aLabel({ id: 9, benchmark: "alone" }) });
    expect(firstChoice([lone, ...engines])).toEqual({ benchmark: "search", metric: "wall_time" });
    expect(firstChoice([lone])).toEqual({ benchmark: "alone", metric: "wall_time" });
    expect(firstChoice([])).toEqual({ benchmark: "", metric: "" });
  });
});
