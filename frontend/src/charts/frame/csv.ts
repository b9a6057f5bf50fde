/** The numbers of a chart as files, for spreadsheets and for programs. */

type Cell = string | number | null;
export type CsvRows = readonly (readonly Cell[])[];

/** RFC 4180; cells that a spreadsheet would run as formulas are quoted with a leading apostrophe. */
export function csvText(rows: CsvRows): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The same rows with what the chart says about them, and where it was. */
export function jsonText(title: string, notes: readonly string[], rows: CsvRows): string {
  const [columns = [], ...cells] = rows;
  const address = globalThis.location?.href ?? "";
  return JSON.stringify({ title, notes, address, columns, rows: cells }, null, 1);
}

/** "wall_time in ms, lower is better" → "wall_time-in-ms-lower-is-better.csv" */
export function fileName(title: string, extension: "csv" | "json" | "svg" | "png"): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N}_.-]+/gu, "-")
    .replace(/^[-.]+/, "")
    .replace(/(?<!-)-+$/, "");
  return `${name.slice(0, 120) || "chart"}.${extension}`;
}
