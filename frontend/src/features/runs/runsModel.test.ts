// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { ComparedRow } from "@/api/types";
import { aLabel } from "@/testing/builders";
import { aComparison } from "@/testing/compareBuilders";
import { aResult, aRunDetail, ofEngine } from "@/testing/runBuilders";
import { failureText } from "@/ui/words/failureWords";
import {
  attributesOf,
  filterResults,
  goneAttributes,
  parameterNames,
  runAnswer,
  scalesOf,
  standing,
  worstFirst,
} from "./runsModel";

describe("the first line of a run", () => {
  it("says what was run, where, at which commit, and how it went", () => {
    expect(runAnswer(aRunDetail())).toBe(
      "runtime-rust on bench-1 at c0ffee12: 24 results; no earlier commit to compare with.",
    );
    expect(runAnswer(aRunDetail({ base_run: 1 }))).toMatch(
      /: 24 results; no change starts here\.$/,
    );
    const many = aRunDetail({ results: 1, failures: 2, regressions: 2, improvements: 1 });
    expect(runAnswer(many)).toMatch(
      /: 1 result, 2 failures; 2 regressions and 1 improvement start here/,
    );
  });

  it("says how it stands to the commit before in the words of the comparison", () => {
    const { baseline, sentence } = aComparison({
      sentence: "Cannot be judged yet: 7 unchanged, 241 inconclusive.",
    });
    expect(runAnswer(aRunDetail({ base_run: 1 }), { baseline, sentence })).toMatch(
      /: 24 results\. Against [0-9a-z]+: cannot be judged yet: 7 unchanged, 241 inconclusive\.$/,
    );
  });

  it("says what is missing where nothing could be measured", () => {
    const cause = "the header curl/curl.h is missing. Install libcurl.";
    expect(runAnswer(aRunDetail({ results: 0, absent: [cause] }))).toBe(
      `runtime-rust on bench-1 at c0ffee12: not measurable here, ${cause}`,
    );
  });
});

describe("a result against an earlier number", () => {
  it("is clear when that number lies outside its interval and the difference is worth a word", () => {
    expect(standing(aResult(), 0.08)).toMatchObject({ isUnclear: false, verdict: "regression" });
    expect(standing(aResult(), 0.1005)?.isUnclear).toBe(true);
    expect(standing(aResult({ low: 0.09999, high: 0.10001 }), 0.0995)?.isUnclear).toBe(true);
  });

  it("is never clear on a machine that was not fit", () => {
    expect(standing(aResult(), 0.08, true)?.isUnclear).toBe(true);
  });

  it("is never clear without an interval", () => {
    expect(standing(aResult({ low: null, high: null }), 0.05)?.isUnclear).toBe(true);
  });

  it("is nothing where there is no earlier number or none to divide by", () => {
    expect(standing(aResult(), null)).toBeNull();
    expect(standing(aResult(), 0)).toBeNull();
  });
});

describe("the result table", () => {
  const small = aResult({ series: aLabel({ id: 1, parameters: { data: "small" } }), value: 0.004 });
  const large = aResult({
    series: aLabel({ id: 2, parameters: { data: "large", engine: "smol" } }),
    value: 2,
    high: 2.1,
  });
  const memory = aResult({
    series: aLabel({ id: 3, metric: "peak_rss", unit: "B" }),
    value: 4e6,
    high: 4e6,
  });

  it("has a column for every parameter", () => {
    expect(parameterNames([small.series, large.series])).toEqual(["data", "engine"]);
  });

  it("shows a metric in one scale, that of its largest number", () => {
    const scales = scalesOf([small, large, memory]);
    expect(scales.get("wall_time")?.label).toBe("s");
    expect(scales.get("peak_rss")?.label).toBe("MiB");
  });

  it("leaves counts bare beside small ones", () => {
    const counts = [3, 1440].map((value) =>
      aResult({ series: aLabel({ metric: "switches", unit: "1" }), value, high: value }),
    );
    expect(scalesOf(counts).get("switches")).toEqual({ divisor: 1, label: "" });
  });

  it("finds results by words of their name", () => {
    const plain = { benchmark: "", metric: "", text: "" };
    const found = (part: object) =>
      filterResults([small, large, memory], { ...plain, ...part }).map(({ series }) => series.id);
    expect(found({ text: "LARGE smol" })).toEqual([2]);
    expect(found({ metric: "peak_rss" })).toEqual([3]);
    expect(found({ benchmark: "other" })).toEqual([]);
    expect(found({})).toEqual([1, 2, 3]);
  });
});

describe("the environment", () => {
  const changed = [
    { name: "rustc", before: "1.94.0", after: "1.95.0" },
    { name: "governor", before: "powersave", after: null },
  ];

  it("marks what differs from the previous run, first", () => {
    const attributes = attributesOf({ allocator: "jemalloc", rustc: "1.95.0" }, changed);
    expect(attributes.map(({ name }) => name)).toEqual(["rustc", "allocator"]);
    expect(attributes[0]).toMatchObject({ hasChanged: true, before: "1.94.0" });
    expect(attributes[1]).toMatchObject({ hasChanged: false, before: null });
  });

  it("keeps what is gone", () => {
    const gone = goneAttributes(aRunDetail({ changed_attributes: changed }));
    expect(gone).toEqual([
      { name: "governor", value: null, hasChanged: true, before: "powersave" },
    ]);
  });
});

it("says in words why a result is missing, also for kinds it does not know", () => {
  const failure = { benchmark: "a", parameters: {}, metric: null, message: "" };
  expect(failureText({ ...failure, kind: "wrong_answer" })).toBe("wrong answer");
  expect(failureText({ ...failure, kind: "melted" })).toBe("melted");
  expect(ofEngine(1, "smol", 1).series.parameters).toEqual({ engine: "smol" });
});

describe("the order of results", () => {
  it("begins with the worst, as the comparison with the commit before has it", () => {
    const rows = [1, 2, 3, 4, 5].map((id) => aResult({ series: { ...aLabel(), id } }));
    const judged = (id: number, verdict: ComparedRow["verdict"]) => ({
      series: { ...aLabel(), id },
      verdict,
    });
    const compared = [
      judged(4, "regression"),
      judged(5, "improvement"),
      judged(4, "improvement"),
      judged(2, "regression"),
      judged(1, "same"),
    ];
    const ids = worstFirst(rows, compared).map(({ series }) => series.id);
    expect(ids).toEqual([4, 2, 5, 1, 3]);
    expect(worstFirst(rows, [])).toEqual(rows);
  });
});
