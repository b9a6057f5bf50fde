// @vitest-environment node
import { describe, expect, it } from "vitest";
import { type Filters, filterQuery, formatFilters, parseFilters, withChosen } from "./filters";
import { parseSearch, stringifySearch } from "./urlState";

const CASES: [string, Filters][] = [
  ["", { chosen: {}, text: "" }],
  ["?suite=runtime-rust", { chosen: { suite: ["runtime-rust"] }, text: "" }],
  [
    "?param.engine=smol&param.engine=tokio&suite=a+b&text=50%25+%26+more",
    { chosen: { "param.engine": ["smol", "tokio"], suite: ["a b"] }, text: "50% & more" },
  ],
];

describe("filters", () => {
  it.each(CASES)("are read from and written to %j", (text, filters) => {
    expect(parseFilters(parseSearch(text))).toEqual(filters);
    expect(stringifySearch(formatFilters(filters))).toBe(text);
  });

  it("leave names alone that are no facet, and repeat nothing", () => {
    const filters = parseFilters(parseSearch("?series=1&suite=a&suite=a&axis=date"));
    expect(filters.chosen).toEqual({ suite: ["a"] });
  });

  it("send parameters under the names the server gave them", () => {
    expect(filterQuery({ chosen: { "param.threads": ["4"] }, text: "x" })).toEqual({
      "param.threads": ["4"],
      text: "x",
    });
  });

  it("keep no trace of a facet whose values were all taken away", () => {
    const some = withChosen({ chosen: {}, text: "" }, "suite", ["a", "b"]);
    expect(some.chosen).toEqual({ suite: ["a", "b"] });
    expect(withChosen(some, "suite", []).chosen).toEqual({});
  });
});
