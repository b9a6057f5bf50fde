// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { type ChangeState, changeCodec } from "./changeUrl";

describe("the address of a change", () => {
  it("gives back every range it was written from, as chart or table", () => {
    for (const range of ["near", "all", { from: 3, to: 9 }] as ChangeState["range"][]) {
      for (const isTable of [false, true]) {
        const text = stringifySearch(changeCodec.format({ range, isTable }));
        expect(changeCodec.parse(parseSearch(text))).toEqual({ range, isTable });
      }
    }
  });

  it("shows what lies around the change where a range makes no sense", () => {
    expect(changeCodec.parse(parseSearch("?from=9&to=3")).range).toBe("near");
    expect(changeCodec.parse(parseSearch("?from=x&to=3")).range).toBe("near");
  });
});
