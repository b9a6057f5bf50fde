import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { exploreCodec } from "../exploreUrl";
import { embedCodec } from "./embedUrl";

const read = (text: string) => embedCodec.parse(parseSearch(text));

describe("the address of an embedded chart", () => {
  it("is that of the explorer with a theme", () => {
    const address = "?series=7&series=3&from=2&to=9&scale=baseline&split=suite&baseline=series%3A3";
    const state = read(`${address}&theme=dark`);
    expect(state).toEqual({ ...exploreCodec.parse(parseSearch(address)), theme: "dark" });
    expect(read(stringifySearch(embedCodec.format(state)))).toEqual(state);
  });

  it("reads nonsense as if it were not there", () => {
    expect(read("?series=x&from=9&to=1&scale=up&theme=pink")).toEqual(read(""));
  });
});
