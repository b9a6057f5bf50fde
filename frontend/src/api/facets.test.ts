import { describe, expect, it } from "vitest";
import { choicesOf } from "./facets";

describe("the values of a facet", () => {
  it("hold what is chosen even when no series has it any more", () => {
    const facets = {
      total: 1,
      facets: [{ name: "suite", choices: [{ value: "a", count: 1 }], total: 1 }],
    };
    expect(choicesOf(facets, "suite", "gone")).toEqual(["gone", "a"]);
    expect(choicesOf(facets, "suite", "a")).toEqual(["a"]);
    expect(choicesOf(undefined, "suite", "")).toEqual([]);
  });
});
