// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch, type UrlCodec } from "@/ui/url/urlState";
import { type RunListState, type RunState, runCodec, runListCodec, SECTIONS } from "./runsUrl";

function roundTrip<State>(codec: UrlCodec<State>, state: State): State {
  return codec.parse(parseSearch(stringifySearch(codec.format(state))));
}

const LISTS: RunListState[] = [
  { suite: [], testbed: [], branch: [], text: "", hasControls: false },
  {
    suite: ["a b", "c&d"],
    testbed: ["t=1"],
    branch: ["feature/x"],
    text: "100 %",
    hasControls: true,
  },
];

const SORTINGS = [
  null,
  { column: "value", isDescending: true },
  { column: "param.-x", isDescending: false },
];
const CHOSEN = { benchmark: "search", metric: "wall_time", text: "a+b", split: "data set" };
const NOTHING = { benchmark: "", metric: "", text: "", split: null };

function runStates(): RunState[] {
  return SECTIONS.flatMap((section) =>
    SORTINGS.flatMap((sorting) =>
      [0, null].flatMap((result) => [
        { section, sorting, result, samples: "table", profile: null, curves: [3, 4], ...CHOSEN },
        { section, sorting, result, samples: "chart", profile: 7, curves: [], ...NOTHING },
      ]),
    ),
  );
}

describe("the address of runs", () => {
  it.each(LISTS)("gives back the list state %j", (state) => {
    expect(roundTrip(runListCodec, state)).toEqual(state);
  });

  it("gives back every state of a run page", () => {
    for (const state of runStates()) expect(roundTrip(runCodec, state)).toEqual(state);
  });

  it("reads nonsense as if it were not there", () => {
    const plain = runCodec.parse({});
    expect(runCodec.parse(parseSearch("?section=x&sort=-&result=12a"))).toEqual(plain);
    expect(runCodec.format(plain)).toEqual({});
    expect(runListCodec.parse(parseSearch("?suite=&testbed="))).toEqual(LISTS[0]);
  });
});
