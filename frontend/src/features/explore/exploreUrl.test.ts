// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { choosing, type ExploreState, exploreCodec, picking, toggled } from "./exploreUrl";

const read = (text: string) => exploreCodec.parse(parseSearch(text));
const write = (state: ExploreState) => stringifySearch(exploreCodec.format(state));
const EMPTY = read("");

/** Every combination of the switches with some of everything else. */
function manyStates(): ExploreState[] {
  const axes = ["commit", "date"] as const;
  const scales = ["linear", "log", "relative", "baseline"] as const;
  const layouts = ["auto", "overlay", "multiples"] as const;
  const switches = axes.flatMap((axis) =>
    scales.flatMap((scale) => layouts.map((layout) => ({ axis, scale, layout }))),
  );
  return [EMPTY, ...switches.map(aState)];
}

function aState(switches: Pick<ExploreState, "axis" | "scale" | "layout">): ExploreState {
  const isDate = switches.axis === "date";
  return {
    ...EMPTY,
    ...switches,
    view: switches.scale === "log" ? "table" : "pivot",
    split: isDate ? "param.a b" : null,
    percentiles: isDate ? [50, 99.9] : [],
    hasSameScale: isDate,
    reference: isDate ? { kind: "commit", id: 41 } : { kind: "series", id: 12 },
    pivot: { rows: "tag.area", columns: "param.threads", against: isDate ? "8" : null },
    filters: { chosen: { "param.a b": ["1", "x&y=z"], suite: ["ü"] }, text: "a b" },
    series: [7, 3, 12],
    hidden: isDate ? [3, -1, 7.999] : [],
    formulas: isDate ? [] : ["ratio(#7, #3)", "normalise({metric=wall time})"],
    zoom: switches.layout === "overlay" ? { from: 0, to: 9_999_999 } : null,
    points: [
      { series: 7, commit: 0 },
      { series: isDate ? 3.999 : 3, commit: 41 },
    ],
    commit: isDate ? 5 : null,
  };
}

describe("the address of the explorer", () => {
  it("gives back every state it was written from", () => {
    for (const state of manyStates()) expect(read(write(state))).toEqual(state);
  });

  it("is empty when nothing was set", () => {
    expect(write(EMPTY)).toBe("");
  });

  it.each([
    "?axis=sideways&scale=&layout=heap&view=x",
    "?series=-1&series=abc&series=1e3&series=",
    "?from=9&to=3",
    "?from=9",
    "?from=-5&to=-1",
    "?point=1.2&point=nonsense&hide=4",
    "?commit=soon",
    "?split=colour&rows=param.&columns=&percentile=75&baseline=branch:1&baseline=commit:x",
  ])("reads nonsense as if it were not there: %s", (text) => {
    expect(read(text)).toEqual(EMPTY);
  });

  it("keeps no more series than the server answers at once", () => {
    const series = Array.from({ length: 90 }, (_, id) => `series=${id}`);
    expect(read(`?${series.join("&")}`).series).toHaveLength(60);
  });
});

describe("choosing series and points", () => {
  it("forgets points, hidden marks and zoom of series that are gone", () => {
    const state: ExploreState = {
      ...EMPTY,
      series: [1, 2],
      hidden: [2],
      zoom: { from: 1, to: 2 },
      points: [{ series: 2, commit: 1 }],
    };
    const one = choosing(state, toggled(state.series, 2));
    expect(one).toMatchObject({ series: [1], hidden: [], points: [], zoom: { from: 1, to: 2 } });
    expect(choosing(state, []).zoom).toBeNull();
  });

  it("opens a point, compares it with a second, closes one on another click", () => {
    const a = { series: 1, commit: 1 };
    const b = { series: 1, commit: 9 };
    const c = { series: 1, commit: 4 };
    expect(picking([], a)).toEqual([a]);
    expect(picking([a], b)).toEqual([a, b]);
    expect(picking([a, b], a)).toEqual([b]);
    expect(picking([a, b], c)).toEqual([c]);
  });
});
