import { describe, expect, it } from "vitest";
import type { Outage } from "@/api/types";
import { outageGroups } from "./outageGroups";

function anOutage(part: Partial<Outage>): Outage {
  return {
    id: 1,
    kind: "benchmark",
    thing_id: 1,
    name: "search on box, main",
    detail: "no compiler",
    since: "2026-01-08T00:00:00Z",
    ended_at: null,
    ...part,
  };
}

function idsOf(outages: Outage[]): number[][] {
  return outageGroups(outages).map((group) => group.outages.map(({ id }) => id));
}

describe("groups of outages", () => {
  it("hold what began together for the same reason", () => {
    const other = anOutage({ id: 2, detail: "no memory" });
    expect(idsOf([anOutage({ id: 1 }), other, anOutage({ id: 3 })])).toEqual([[1, 3], [2]]);
  });

  it("keep apart what has no reason, another time or another kind", () => {
    const quiet = { kind: "agent", detail: "" } as const;
    expect(idsOf([anOutage({ id: 1, ...quiet }), anOutage({ id: 2, ...quiet })])).toHaveLength(2);
    const later = anOutage({ id: 2, since: "2026-01-09T00:00:00Z" });
    expect(idsOf([anOutage({ id: 1 }), later])).toHaveLength(2);
    expect(idsOf([anOutage({ id: 1 }), anOutage({ id: 2, kind: "veto" })])).toHaveLength(2);
  });
});
