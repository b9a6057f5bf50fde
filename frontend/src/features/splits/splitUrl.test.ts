import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { splitsCodec, splitsQuery } from "./splitsUrl";
import { splitCodec } from "./splitUrl";

describe("the address of a split", () => {
  it("keeps weights of names with colons and equals signs", () => {
    const address = "?weight=3:a%20b=1&tag_weight=0.5:objects=large&group=objects&x=a&bars=table";
    const state = splitCodec.parse(parseSearch(address));
    expect(state.weights).toEqual({ members: { "a b=1": 3 }, tags: { "objects=large": 0.5 } });
    expect(splitCodec.parse(parseSearch(stringifySearch(splitCodec.format(state))))).toEqual(state);
  });

  it("keeps the sides of a split that is not kept yet, and nothing else", () => {
    const address =
      "?baseline=run:1&contender=run:1&baseline.param.rings=16/16&contender.param.rings=64/64&other=1";
    const { sides } = splitCodec.parse(parseSearch(address));
    expect(Object.keys(sides)).toEqual([
      "baseline",
      "contender",
      "baseline.param.rings",
      "contender.param.rings",
    ]);
  });

  it("reads a weight that is none as if it were not there", () => {
    expect(splitCodec.parse(parseSearch("?weight=much:a&weight=-1:b")).weights).toBeNull();
  });
});

describe("the address of the list", () => {
  it("asks for open ones where nothing is said", () => {
    expect(splitsQuery(splitsCodec.parse({}))).toEqual({ state: ["open"] });
  });

  it("tells what a person made from what was published", () => {
    const made = splitsCodec.parse(parseSearch("?state=all&source=made&text=ring"));
    expect(splitsQuery(made)).toEqual({ origin: ["person"], kind: ["measured"], text: "ring" });
  });
});
