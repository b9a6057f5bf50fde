import { describe, expect, it } from "vitest";
import type { Facet } from "@/api/types";
import { NO_FILTERS } from "@/ui/url/filters";
import { foldedText, sharedFacets } from "./foldedFacets";

function aFacet(name: string, count: number, total = 1): Facet {
  const rest = Array.from({ length: total - 1 }, (_, at) => ({ value: at, count: 0 }));
  return { name, choices: [{ value: "a", count }, ...rest], total };
}

const OWN = ["allocator", "chunk", "cycles", "rings", "size"].map((one) =>
  aFacet(`param.${one}`, 3),
);
const FACETS = {
  total: 12,
  facets: [aFacet("suite", 12, 4), aFacet("benchmark", 5), aFacet("param.threads", 12), ...OWN],
};
const names = (facets: readonly Facet[]) => facets.map(({ name }) => name);

describe("sharedFacets", () => {
  it("folds parameters that only some series have, and counts them", () => {
    const { open, folded } = sharedFacets(FACETS, NO_FILTERS);
    expect(names(open)).toEqual(["suite", "benchmark", "param.threads"]);
    expect(names(folded)).toEqual(names(OWN));
    expect(foldedText(folded)).toBe("Parameters (5)");
  });

  it("keeps open what is filtered by, and all of a chosen suite", () => {
    const chosen = { ...NO_FILTERS, chosen: { "param.rings": ["16"] } };
    expect(names(sharedFacets(FACETS, chosen).folded)).toEqual([]);
    const suite = { ...NO_FILTERS, chosen: { suite: ["a"] } };
    expect(sharedFacets(FACETS, suite).folded).toEqual([]);
    expect(sharedFacets(FACETS, suite).open).toHaveLength(8);
  });

  it("leaves a few of them where they are", () => {
    const few = { ...FACETS, facets: FACETS.facets.slice(0, 5) };
    expect(sharedFacets(few, NO_FILTERS)).toEqual({ open: few.facets, folded: [] });
  });
});
