// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aHistory, aLabel, aSeries } from "@/testing/builders";
import { csvText, jsonText, tableRows } from "./exploreTable";

const history = aHistory(
  aSeries([0.1, null, 0.3], { failed_at: [1] }),
  aSeries([1, 2, null, null], { series: aLabel({ id: 2, metric: "cpu_time" }) }),
);

describe("the history as a table", () => {
  const rows = tableRows(history, history.series);

  it("has a row for each commit with anything on it, newest first", () => {
    expect(rows.map((row) => row.commit.name)).toEqual(["commit2", "commit1", "commit0"]);
  });

  it("keeps gaps empty and says what failed", () => {
    expect(rows[0]?.cells.has(2)).toBe(false);
    expect(rows[1]?.cells.get(1)?.hasFailed).toBe(true);
    expect(rows[1]?.cells.get(2)).toMatchObject({ value: 2, n: 10, hasFailed: false });
  });
});

describe("the history as a file", () => {
  it("has a line for each point, in base units, with what identifies it", () => {
    const lines = csvText(history, history.series).split("\r\n");
    expect(lines[0]).toMatch(/^series,suite,benchmark,metric,unit,.*,value,low,high,n,run/);
    expect(lines[1]).toMatch(/^1,runtime-rust,search,wall_time,s,lower,.*engine=smol,commit0,/);
    expect(lines).toHaveLength(1 + 3 + 4 + 1);
  });

  it("quotes texts, and lets no subject become a formula", () => {
    const odd = aHistory(aSeries([1]));
    odd.commits.subject[0] = '=HYPERLINK("x"), now';
    expect(csvText(odd, odd.series)).toContain(`"'=HYPERLINK(""x""), now"`);
  });

  it("as JSON carries the change points as well", () => {
    const one = aHistory(aSeries([1, 2], { changes: [aChange()] }));
    const body = JSON.parse(jsonText(one, one.series));
    expect(body.points).toHaveLength(2);
    expect(body.points[0]).toMatchObject({ value: 1, low: 0.98, unit: "s" });
    expect(body.changes[0].ratio).toBe(1.048);
  });
});
