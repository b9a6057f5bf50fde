import { describe, expect, it } from "vitest";
import { aLabel } from "@/testing/builders";
import { aRow, columnsOf } from "@/testing/compareBuilders";
import { geometricMean, groupsOf, linesOf, toggled } from "./compareGroups";
import { type CompareRow, choicesIn, choose, dimensionsOf, foldedOf, rowsOf } from "./compareRows";
import { compareCodec, type RowChoice } from "./compareUrl";
import { basisWords, mediansWords, missingWords, remarkWords, rowParts } from "./row/rowWords";

const NOTHING: RowChoice = {
  filters: { chosen: {}, text: "" },
  verdicts: [],
  isRelevant: false,
  least: 0,
  claim: "any",
};
const ROWS = [
  aRow({ series: aLabel({ id: 1, benchmark: "sort", parameters: { ring: 16 } }), ratio: 1.2 }),
  aRow({
    series: aLabel({ id: 2, benchmark: "sort", parameters: { ring: 64 } }),
    ratio: 1.01,
    verdict: "same",
    adjusted_p: 0.6,
  }),
  aRow({
    series: aLabel({ id: 3, benchmark: "parse", parameters: { ring: 64 } }),
    ratio: 0.9,
    verdict: "improvement",
  }),
];
const COLUMNS = columnsOf(ROWS, { area: "core" });
const rows = rowsOf(COLUMNS);
const chosenIds = (choice: Partial<RowChoice>) =>
  choose(rows, { ...NOTHING, ...choice }, 0.05).rows.map(({ series }) => series);

describe("the rows that are shown", () => {
  it.each([
    [{ isRelevant: true }, [1, 3]],
    [{ verdicts: ["improvement"] }, [3]],
    [{ least: 0.1 }, [1, 3]],
    [{ claim: "untold" }, [2]],
    [{ filters: { chosen: { "param.ring": ["64"] }, text: "" } }, [2, 3]],
    [{ filters: { chosen: { "tag.area": ["other"] }, text: "" } }, []],
    [{ filters: { chosen: {}, text: "SORT ring=6" } }, [2]],
    [{ filters: { chosen: { suite: ["elsewhere"] }, text: "" } }, [1, 2, 3]],
  ] as const)("pass %j", (choice, found) => {
    expect(chosenIds(choice as Partial<RowChoice>)).toEqual(found);
  });

  it("count each choice beside all others", () => {
    const chosen = choose(
      rows,
      {
        ...NOTHING,
        verdicts: ["same"],
        filters: { chosen: { "param.ring": ["64"] }, text: "" },
      },
      0.05,
    );
    expect(chosen.beside("verdict").map(({ series }) => series)).toEqual([2, 3]);
    expect(choicesIn(chosen.beside("param.ring"), "param.ring")).toEqual([
      { value: "64", count: 1 },
    ]);
    expect(chosen.unjudged.map(({ series }) => series)).toEqual([2, 3]);
  });

  it("are told apart by what differs among them", () => {
    expect(dimensionsOf(COLUMNS)).toEqual(["benchmark", "param.ring", "tag.area"]);
  });
});

describe("groups", () => {
  it("have the mean of all their rows, whatever of them is shown", () => {
    const shown = rows.filter(({ verdict }) => verdict !== "same");
    const groups = groupsOf(shown, rows, "benchmark", 2.576);
    expect(groups.map(({ key, rows: own, mean }) => [key, own.length, mean?.n])).toEqual([
      ["sort", 1, 2],
      ["parse", 1, 1],
    ]);
  });

  it("average ratios as the server does", () => {
    const found = geometricMean(rows.slice(0, 2), 2);
    expect(found?.ratio).toBeCloseTo(Math.sqrt(1.2 * 1.01));
    const reach = (2 * Math.sqrt(2 * 0.01 ** 2)) / 2;
    expect(found?.high).toBeCloseTo(Math.sqrt(1.2 * 1.01) * Math.exp(reach));
    expect(
      geometricMean(
        rows.map((row) => ({ ...row, error: null })),
        2,
      )?.low,
    ).toBeNull();
    expect(geometricMean([], 2)).toBeNull();
  });

  it("are of centres, also where a tail stands first", () => {
    const tail = aRow({ aspect: "p99", ratio: 3.05, low: 2.4, high: 3.9 });
    expect(geometricMean(rowsOf(columnsOf([tail])), 2)?.ratio).toBe(1);
  });

  it("never mix metrics", () => {
    const memory = aRow({ series: aLabel({ id: 4, metric: "memory", unit: "B" }) });
    const mixed = rowsOf(columnsOf([...ROWS.slice(0, 1), memory]));
    const [one, two] = mixed;
    if (one === undefined || two === undefined) throw new Error("two rows");
    const same = [one, { ...two, variant: one.variant }];
    const keys = groupsOf(same, same, "benchmark", 2).map(({ key }) => key);
    expect(keys).toEqual(["sort · wall_time", "sort · memory"]);
  });

  it("open and close one by one, also out of all", () => {
    const groups = groupsOf(rows, rows, "benchmark", 2);
    expect(linesOf(groups, []).map(({ kind }) => kind)).toEqual(["group", "group"]);
    expect(linesOf(groups, ["sort"]).map(({ kind }) => kind)).toEqual([
      "group",
      "row",
      "row",
      "group",
    ]);
    expect(toggled([], "sort", groups)).toEqual(["sort"]);
    expect(toggled(["*"], "sort", groups)).toEqual(["parse"]);
  });
});

describe("what a row says", () => {
  const [row] = rows;
  if (row === undefined) throw new Error("a row");

  const said = (one: CompareRow) => {
    const { change, interval } = rowParts(one);
    return [change, interval, basisWords(one), missingWords(one), remarkWords(one)].join("|");
  };

  it("is the effect, its interval and what it rests on", () => {
    expect(said({ ...row, ratio: 1.05, low: 1.04, high: 1.06 })).toBe(
      "5.0\u202f% slower|[4.0, 6.0]|20 pairs||",
    );
    expect(said({ ...row, n: 1, basis: "runs" })).toContain("|1 run per side|");
    expect(said({ ...row, isSameBinary: true })).toContain("same binary: not the code");
  });

  it("is the width of a spread, and no medians beside a tail", () => {
    const wide = { ...row, aspect: "spread", ratio: 0.5, low: 0.4, high: 0.625 };
    expect(said(wide)).toBe("2× narrower|[1.60, 2.50]|20 pairs||");
    expect(mediansWords({ ...row, aspect: "p99", ratio: 3, baseline: 1, contender: 9 })).toBe("");
  });

  it("is a difference whose ends count in the direction of its word", () => {
    const apart = { ...row, isRatio: false, ratio: null, metric: { ...row.metric, unit: "s" } };
    expect(said({ ...apart, difference: -0.005, low: -0.006, high: -0.0005 })).toBe(
      "5\u202fms less|[0.500, 6]|20 pairs||",
    );
    expect(said({ ...apart, difference: 0.005, low: -0.001, high: 1.2 })).toBe(
      "5\u202fms more|[\u22121, 1\u202f200]|20 pairs||",
    );
  });

  it("says what is missing where it is inconclusive", () => {
    const unknown = { ...row, verdict: "unknown", ratio: 1.01, low: 0.99, high: 1.03 } as const;
    expect(said({ ...unknown, pairsNeeded: 14 })).toBe(
      "1.0\u202f% slower|[\u22121.0, 3.0]|20 pairs|≈ 14 more pairs for 3\u202f%|",
    );
    expect(mediansWords(unknown)).toBe("medians 5.0\u202f% slower");
    const faster = { ...unknown, ratio: 0.786, low: 0.4, high: 1.5, effectToDetect: 0.272 };
    expect(said({ ...faster, baseline: 3.73, contender: 3.2, pairsNeeded: 14 })).toMatch(
      /^21\.4.% faster\|between .*\|≈ 14 more pairs for 21\.4.%\|/,
    );
    expect(mediansWords({ ...faster, baseline: 3.2, contender: 3.73 })).toMatch(
      /medians 16\.6.% slower$/,
    );
    expect(said({ ...unknown, isHopeless: true })).toContain("over 1\u202f000 pairs");
    expect(said({ ...unknown, coversRuns: false })).toContain("|more runs per side|");
    expect(said({ ...unknown, basis: "histogram", n: 1, pairsNeeded: 2 })).toContain(
      "≈ 2 more runs per side",
    );
  });
});

describe("rows that do not differ", () => {
  const nothing = compareCodec.parse({});
  const rows = rowsOf(
    columnsOf(
      ["regression", "unknown", "same"].map((verdict, id) =>
        aRow({ series: aLabel({ id }), verdict: verdict as CompareRow["verdict"] }),
      ),
    ),
  );

  it("are folded until somebody asks for them", () => {
    expect(foldedOf(rows, nothing)?.map(({ verdict }) => verdict)).toEqual(["regression"]);
    expect(foldedOf(rows, { ...nothing, rows: "all" })).toBeNull();
    expect(foldedOf(rows, { ...nothing, verdicts: ["unknown"] })).toBeNull();
  });

  it("are all there is where nothing differs", () => {
    expect(foldedOf(rows.slice(1), nothing)).toBeNull();
  });
});
