/** Rows as a file for spreadsheets. */

type Cell = string | number | null;
export type CsvRows = readonly (readonly Cell[])[];

/** RFC 4180; cells that a spreadsheet would run as formulas are quoted with a leading apostrophe. */
export function csvText(rows: CsvRows): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** "wall_time in ms, lower is better" → "wall_time-in-ms-lower-is-better.csv" */
export function fileName(title: string): string {
  return `${title.replaceAll(/[^\w.-]+/g, "-")}.csv`;
}
