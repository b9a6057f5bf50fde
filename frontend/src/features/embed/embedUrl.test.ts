import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/urlState";
import { embedCodec } from "./embedUrl";

const read = (text: string) => embedCodec.parse(parseSearch(text));

describe("the address of an embedded chart", () => {
  it("is that of the explorer with a theme", () => {
    const address = "?series=7&series=3&hide=3&from=2&to=9&axis=date&scale=log&theme=dark";
    const state = read(address);
    expect(state).toEqual({
      series: [7, 3],
      formulas: [],
      hidden: [3],
      zoom: { from: 2, to: 9 },
      axis: "date",
      scale: "log",
      theme: "dark",
    });
    expect(stringifySearch(embedCodec.format(state))).toBe(address);
  });

  it("reads nonsense as if it were not there", () => {
    expect(read("?series=x&from=9&to=1&scale=up&theme=pink")).toEqual(read(""));
  });
});
