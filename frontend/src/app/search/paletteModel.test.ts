import { describe, expect, it } from "vitest";
import { PLACES } from "@/app/places";
import { paletteGroups, type SearchHit, stepFrom } from "./paletteModel";

const aHit = (part: Partial<SearchHit>): SearchHit => ({
  kind: "benchmark",
  id: 3,
  title: "search",
  detail: "runtime",
  key: null,
  ...part,
});

const addresses = (...hits: SearchHit[]) =>
  paletteGroups("demo", "zzz", hits, PLACES).flatMap(({ lines }) =>
    lines.map(({ address }) => address),
  );

describe("the search over everything", () => {
  it("leads to the page of whatever was found", () => {
    expect(
      addresses(
        aHit({}),
        aHit({ kind: "sweep", key: "ring size" }),
        aHit({ kind: "commit", key: "c0ffee" }),
        aHit({ kind: "view", key: "/p/demo/explore?series=1" }),
        aHit({ kind: "machine", id: 9 }),
        aHit({ kind: "split", id: 4 }),
      ),
    ).toEqual([
      "/p/demo/benchmarks/3",
      "/p/demo/sweeps/3/ring%20size",
      "/p/demo/runs?text=c0ffee",
      "/p/demo/explore?series=1",
      "/p/demo/machines/9",
      "/p/demo/splits/4",
    ]);
  });

  it("lists all pages before anything was typed, then those with all words", () => {
    expect(paletteGroups("demo", "", [], PLACES)[0]?.lines.length).toBeGreaterThan(10);
    const titles = paletteGroups("demo", "Ladd", [], PLACES)[0]?.lines.map(({ title }) => title);
    expect(titles).toEqual(["Ladders"]);
    expect(paletteGroups("demo", "no such thing", [], PLACES)).toEqual([]);
  });

  it("moves around its ends", () => {
    expect([stepFrom(3, 2, 1), stepFrom(3, 0, -1), stepFrom(0, 0, 1)]).toEqual([0, 2, 0]);
  });
});
