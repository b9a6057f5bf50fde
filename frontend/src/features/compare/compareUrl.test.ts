import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { type CompareState, compareCodec, NO_SIDE } from "./compareUrl";

const PLAIN: CompareState = {
  baseline: NO_SIDE,
  contender: { ...NO_SIDE, name: "12" },
  filters: { chosen: {}, text: "" },
  verdicts: [],
  isRelevant: false,
  least: 0,
  claim: "any",
  acrossTestbeds: false,
  group: "",
  open: [],
  sorting: null,
  rows: "moved",
  row: null,
};
const STATES: CompareState[] = [
  {
    ...PLAIN,
    baseline: { kind: "branch", name: "main", parameters: {} },
    contender: { kind: "commit", name: "a:b", parameters: { ring: ["64", "16"] } },
    filters: {
      chosen: { metric: ["time"], "param.engine": ["smol"], "tag.area": ["core"] },
      text: "x y",
    },
    verdicts: ["regression", "same"],
    isRelevant: true,
    least: 0.05,
    claim: "told",
    acrossTestbeds: true,
    group: "param.engine",
    open: ["smol", "a · time"],
    sorting: { column: "effect", isDescending: true },
    row: 7,
  },
  PLAIN,
];

describe("the address of a comparison", () => {
  it.each(STATES)("gives back %j", (state) => {
    const text = stringifySearch(compareCodec.format(state));
    expect(compareCodec.parse(parseSearch(text))).toEqual(state);
  });

  it("is the server's own way of naming sides", () => {
    const [state] = STATES;
    expect(state && stringifySearch(compareCodec.format(state))).toContain(
      "baseline=branch:main&contender=commit:a:b&contender.param.ring=64&contender.param.ring=16",
    );
  });

  it("reads nonsense as if it were not there", () => {
    const plain = compareCodec.parse({});
    const nonsense = "?baseline=tree:x&verdict=fine&row=a&least=7&claim=x&sort=-";
    expect(compareCodec.parse(parseSearch(nonsense))).toEqual(plain);
  });
});
