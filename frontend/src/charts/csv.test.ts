import { describe, expect, it } from "vitest";
import { csvText, fileName } from "./csv";

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
    expect(fileName("wall_time in ms, lower is better")).toBe(
      "wall_time-in-ms-lower-is-better.csv",
    );
  });
});
