import { describe, expect, it } from "vitest";
import { choiceOf, listOf, parseSearch, stringifySearch, textOf, wholeOf } from "./urlState";

describe("a query string", () => {
  it("keeps repeated parameters, in their order", () => {
    const raw = parseSearch("?series=3&series=1&metric=wall_time");
    expect(raw).toEqual({ series: ["3", "1"], metric: "wall_time" });
    expect(stringifySearch(raw)).toBe("?series=3&series=1&metric=wall_time");
  });

  it.each(["a b", "k=v&x", "größe", "1,2:3", "%41", "+"])("carries %j unchanged", (text) => {
    expect(parseSearch(stringifySearch({ text }))).toEqual({ text });
  });

  it("leaves out what is empty or not there", () => {
    expect(stringifySearch({ a: undefined, b: "", c: [], d: null })).toBe("");
  });

  it("does not take numbers in texts for numbers", () => {
    expect(parseSearch("?param.threads=08")).toEqual({ "param.threads": "08" });
  });
});

describe("a parameter", () => {
  const raw = parseSearch("?a=1&a=2&n=12&m=x&big=99999999999999999999&y=log");

  it("is read as a list, as its last value, as a whole number", () => {
    expect(listOf(raw, "a")).toEqual(["1", "2"]);
    expect(listOf(raw, "none")).toEqual([]);
    expect(textOf(raw, "a")).toBe("2");
    expect(wholeOf(raw, "n")).toBe(12);
  });

  it("that makes no sense counts as absent", () => {
    expect(wholeOf(raw, "m")).toBeUndefined();
    expect(wholeOf(raw, "big")).toBeUndefined();
    expect(choiceOf(raw, "y", ["linear", "log"])).toBe("log");
    expect(choiceOf(raw, "m", ["linear", "log"])).toBe("linear");
  });
});
