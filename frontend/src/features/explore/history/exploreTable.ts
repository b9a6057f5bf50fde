/** Pure: the shown history as rows of a table and as files. */

import type { History, SeriesHistory } from "@/api/types";
import { type CommitFacts, commitAt } from "../exploreModel";

/** One commit with the result of each series, by series id. */
export interface TableRow {
  commit: CommitFacts;
  cells: Map<number, Cell>;
}

export interface Cell {
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  run: number;
  hasFailed: boolean;
}

const FAILED: Cell = { value: null, low: null, high: null, n: 0, run: 0, hasFailed: true };

/** Rows newest first; commits without any result of the shown series are left out. */
export function tableRows(history: History, series: readonly SeriesHistory[]): TableRow[] {
  const rows = new Map<number, TableRow>();
  const rowAt = (at: number) => {
    const row = rows.get(at) ?? { commit: commitAt(history.commits, at), cells: new Map() };
    rows.set(at, row);
    return row;
  };
  for (const one of series) {
    for (const at of one.failed_at) rowAt(at).cells.set(one.series.id, FAILED);
    one.at.forEach((at, index) => {
      const cell = cellOf(one, index);
      if (cell.value !== null) rowAt(at).cells.set(one.series.id, cell);
    });
  }
  return [...rows.entries()].sort(([a], [b]) => b - a).map(([, row]) => row);
}

function cellOf(series: SeriesHistory, index: number): Cell {
  return {
    value: series.value[index] ?? null,
    low: series.low[index] ?? null,
    high: series.high[index] ?? null,
    n: series.n[index] ?? 0,
    run: series.run[index] ?? 0,
    hasFailed: false,
  };
}

/** One line for each point, in base units; a down-sampled history says so by its bucket. */
function exportRows(history: History, series: readonly SeriesHistory[]) {
  return series.flatMap((one) =>
    one.at.map((at, index) => {
      const { id: _, ...commit } = commitAt(history.commits, at);
      const { hasFailed, ...cell } = cellOf(one, index);
      const { id, parameters, ...label } = one.series;
      return {
        series: id,
        ...label,
        parameters: parametersOf(parameters),
        commit: commit.name,
        commit_time: commit.time,
        ordinal: commit.ordinal,
        ...cell,
        commits_per_mark: one.bucket,
        subject: commit.subject,
      };
    }),
  );
}

function parametersOf(parameters: SeriesHistory["series"]["parameters"]): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

export function csvText(history: History, series: readonly SeriesHistory[]): string {
  const rows = exportRows(history, series);
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => Object.values(row).map(csvField).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Quoted where it must be (RFC 4180); texts that a spreadsheet would run as a formula are defused. */
function csvField(field: unknown): string {
  if (field === null || field === undefined) return "";
  if (typeof field !== "string") return String(field);
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function jsonText(history: History, series: readonly SeriesHistory[]): string {
  const body = {
    points: exportRows(history, series),
    changes: series.flatMap((one) => one.changes),
  };
  return JSON.stringify(body, null, 2);
}
