import { describe, expect, it } from "vitest";
import { csvText, fileName, jsonText } from "./csv";

describe("a file for spreadsheets", () => {
  it("quotes what would break its rows and leaves gaps empty", () => {
    const rows = [
      ["commit", "a, b"],
      ['say "hi"', 0.25],
      ["x", null],
    ];
    expect(csvText(rows)).toBe('commit,"a, b"\r\n"say ""hi""",0.25\r\nx,\r\n');
  });

  it("keeps a spreadsheet from running a commit's subject; numbers stay numbers", () => {
    expect(csvText([["=1+1", "-x", -3]])).toBe("'=1+1,'-x,-3\r\n");
  });

  it("is named after the chart", () => {
    const title = "wall_time in ms, lower is better";
    expect(fileName(title, "csv")).toBe("wall_time-in-ms-lower-is-better.csv");
    expect(fileName("ratio(#1, #2) ü/µs", "png")).toBe("ratio-1-2-ü-µs.png");
    expect(fileName("../..", "svg")).toBe("chart.svg");
    expect(fileName("x".repeat(500), "svg")).toHaveLength(124);
  });
});

describe("a file for programs", () => {
  it("has the same rows beside what the chart says about them", () => {
    const rows = [
      ["commit", "a (time, s)"],
      ["c1", 0.25],
      ["c2", null],
    ];
    expect(JSON.parse(jsonText("a in ms", ["Logarithmic axis"], rows))).toMatchObject({
      title: "a in ms",
      notes: ["Logarithmic axis"],
      columns: rows[0],
      rows: rows.slice(1),
    });
  });
});
