// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { type SweepState, sweepCodec } from "./sweepsUrl";

const EMPTY: SweepState = {
  metric: null,
  testbed: null,
  branch: null,
  run: null,
  margin: null,
  curve: null,
  also: [],
  second: null,
  across: null,
  up: "linear",
  view: "chart",
  at: null,
};

const STATES: SweepState[] = [
  EMPTY,
  { ...EMPTY, metric: "wall_time", run: 0, at: 0 },
  {
    metric: "cpu & more",
    testbed: "a=b",
    branch: "feature/x",
    run: 12,
    margin: 0.05,
    curve: "data_set=small engine=smol",
    also: ["cpu_time", "max_rss"],
    second: "connections",
    across: "even",
    up: "log",
    view: "table",
    at: 0.25,
  },
];

describe("the address of a sweep", () => {
  it.each(STATES)("gives back %j", (state) => {
    const text = stringifySearch(sweepCodec.format(state));
    expect(sweepCodec.parse(parseSearch(text))).toEqual(state);
  });

  it("reads nonsense as if it were not there", () => {
    const text = "?run=1.5&margin=0.9&across=sideways&up=down&metric=&at=here";
    expect(sweepCodec.parse(parseSearch(text))).toEqual(EMPTY);
  });
});
