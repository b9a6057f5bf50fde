// @vitest-environment node
import { describe, expect, it } from "vitest";
import { guessColumns, guessUnit, metricName, readTable, rungsOf } from "./publishedTable";

const BRIDGE = `rung\tstrategy\trequests_per_s\tp50_ms\tconnections\tverdict
0\tevent loop per request\t543\t92\t50\tbaseline
1\trun_until_complete\t447\t111\t50\trejected
3\tcached check\t517\t97\t50\tkept
control\tsync handler\t32323\t3\t100\tcontrol
`;

function read(text: string) {
  const table = readTable(text);
  if (table === null) throw new Error("a table");
  return { table, choice: guessColumns(table) };
}

describe("a table of published figures", () => {
  it("is understood by the names of its columns", () => {
    const { choice } = read(BRIDGE);
    expect(choice).toEqual({
      label: "strategy",
      value: "requests_per_s",
      verdict: "verdict",
      sd: "",
      conditions: ["connections"],
      unit: "1/s",
      direction: "higher",
    });
  });

  it("becomes rungs with roles, decisions, conditions and what stands beside", () => {
    const { table, choice } = read(BRIDGE);
    const { rungs, leftOut } = rungsOf(table, choice);
    expect(leftOut).toEqual([]);
    expect(rungs.map((rung) => rung.role)).toEqual(["baseline", "rung", "rung", "control"]);
    expect(rungs.map((rung) => rung.decision)).toEqual([null, "rejected", "kept", null]);
    expect(rungs[2]).toMatchObject({ conditions: { connections: 50 }, figures: { p50_ms: 97 } });
  });

  it("keeps a deviation, and names lines without a figure", () => {
    const { table, choice } = read("engine,mean_ms,sigma_ms\nsmol,204.4,7.4\nrayon,,\ntokio,269,");
    expect(choice).toMatchObject({ value: "mean_ms", sd: "sigma_ms", unit: "ms" });
    expect(metricName(choice)).toBe("mean");
    const { rungs, leftOut } = rungsOf(table, choice);
    expect(rungs.map((rung) => rung.sd)).toEqual([7.4, null]);
    expect(leftOut).toEqual(["line 3 (rayon)"]);
  });

  it("is refused where it is none", () => {
    expect(readTable("")).toBeNull();
    expect(readTable("only\none column\nhere")).toBeNull();
    expect(guessUnit("size")).toEqual({ unit: "1", direction: "lower" });
  });
});
