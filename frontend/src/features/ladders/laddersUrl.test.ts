// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { type LadderState, ladderCodec, laddersCodec } from "./laddersUrl";

const EMPTY: LadderState = { view: "chart", add: null, text: "", rung: null };

describe("the address of a ladder", () => {
  it.each<LadderState>([
    EMPTY,
    { view: "table", add: 12, text: "strategy=nb & more", rung: 3 },
    { ...EMPTY, add: "any" },
    { ...EMPTY, add: "figures" },
  ])("gives back %j", (state) => {
    const text = stringifySearch(ladderCodec.format(state));
    expect(ladderCodec.parse(parseSearch(text))).toEqual(state);
  });

  it("is what a run page links to", () => {
    expect(ladderCodec.parse(parseSearch("?add=run:12"))).toEqual({ ...EMPTY, add: 12 });
    expect(ladderCodec.parse(parseSearch("?add=run:x&view=sideways"))).toEqual(EMPTY);
  });
});

it("the list keeps what is being made", () => {
  const state = { make: "published", run: 4 } as const;
  expect(laddersCodec.parse(parseSearch(stringifySearch(laddersCodec.format(state))))).toEqual(
    state,
  );
});
