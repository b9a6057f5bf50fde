import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { askForExplorer } from "./exploreEarly";

/** What is asked for at an address; nobody answers here. */
function askedAt(search: Record<string, string | string[]>): unknown[] {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  askForExplorer(client, "demo", search);
  return client
    .getQueryCache()
    .findAll()
    .map((query) => query.queryKey[1]);
}

describe("what the explorer asks for before its code is there", () => {
  it("is the history alone where series are chosen", () => {
    expect(askedAt({ series: ["7", "9"] })).toEqual(["history"]);
  });

  it("is what changed most where none is", () => {
    expect(askedAt({})).toEqual(["changes"]);
  });

  it("is nothing for a pivot table, which asks by its facets", () => {
    expect(askedAt({ series: "7", view: "pivot" })).toEqual([]);
  });
});
