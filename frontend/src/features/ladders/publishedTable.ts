/** Pure: a table of published figures as text → columns, a guess of what they are, rungs. */

import type { PublishedFigures } from "@/api/types";

export interface PublishedTable {
  columns: string[];
  rows: string[][];
}

/** Which column is what; the rest is kept beside the figures. */
export interface ColumnChoice {
  label: string;
  value: string;
  /** Empty where there is none. */
  verdict: string;
  sd: string;
  conditions: string[];
  unit: string;
  direction: "lower" | "higher";
}

/** Tabs, semicolons or commas between columns; the first line names them. */
export function readTable(text: string): PublishedTable | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [head] = lines;
  if (head === undefined) return null;
  const between = ["\t", ";", ","].find((mark) => head.includes(mark));
  if (between === undefined || lines.length < 3) return null;
  const columns = cells(head, between);
  return { columns, rows: lines.slice(1).map((line) => cells(line, between)) };
}

function cells(line: string, between: string): string[] {
  return line.split(between).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

const LABELS = /^(name|label|strategy|engine|client|variant|what)$/i;
const VERDICTS = /^(verdict|decision|kept|state)$/i;
const CONDITIONS = /^(connections|threads|workers|machine|cores|orders)$/i;
const PLACES = /^(rung|step|no|number|#|id)$/i;
const SPREADS = /(^|_)(sd|sigma|stddev)(_|$)/i;

/** A first guess by names and contents; the person corrects it. */
export function guessColumns(table: PublishedTable): ColumnChoice {
  const texts = table.columns.filter((name) => !isNumeric(table, name));
  const label =
    table.columns.find((name) => LABELS.test(name)) ?? texts[0] ?? table.columns[0] ?? "";
  const free = (name: string) =>
    name !== label && !PLACES.test(name) && !CONDITIONS.test(name) && !SPREADS.test(name);
  const value = table.columns.find((name) => free(name) && isNumeric(table, name)) ?? "";
  const { unit, direction } = guessUnit(value);
  return {
    label,
    value,
    verdict: table.columns.find((name) => VERDICTS.test(name)) ?? "",
    sd: table.columns.find((name) => SPREADS.test(name)) ?? "",
    conditions: table.columns.filter((name) => CONDITIONS.test(name)),
    unit,
    direction,
  };
}

const UNITS: [RegExp, string][] = [
  [/ops_per_s$/i, "op/s"],
  [/_per_s(ec|econd)?$/i, "1/s"],
  [/_(ns|us|ms|s|min)$/i, ""],
  [/_(kib|mib|gib|kb|mb|gb)$/i, ""],
];

/** "requests_per_s" is 1/s and more is better, "mean_ms" is ms and less is. */
export function guessUnit(column: string): Pick<ColumnChoice, "unit" | "direction"> {
  const found = UNITS.find(([pattern]) => pattern.test(column));
  const direction = /per_s|throughput|rate/i.test(column) ? "higher" : "lower";
  if (found === undefined) return { unit: "1", direction };
  return { unit: found[1] || (found[0].exec(column)?.[1] ?? "1"), direction };
}

/** "requests_per_s" → "requests_per_s"; "mean_ms" → "mean": the unit stands beside it. */
export function metricName({ value, unit }: Pick<ColumnChoice, "value" | "unit">): string {
  const end = `_${unit}`;
  return value.endsWith(end) && value.length > end.length ? value.slice(0, -end.length) : value;
}

function isNumeric(table: PublishedTable, name: string): boolean {
  const place = table.columns.indexOf(name);
  const filled = table.rows.map((row) => row[place] ?? "").filter((cell) => cell !== "");
  const numbers = filled.filter((cell) => numberOf(cell) !== null);
  return numbers.length > 0 && numbers.length >= filled.length / 2;
}

function numberOf(cell: string): number | null {
  const number = cell === "" ? Number.NaN : Number(cell);
  return Number.isFinite(number) ? number : null;
}

export interface ReadRungs {
  rungs: PublishedFigures[];
  /** Lines without a usable figure, which are left out: number and name. */
  leftOut: string[];
}

const ROLES = { baseline: "baseline", control: "control" } as const;

/** Rows as rungs; the verdict column names roles and decisions. */
export function rungsOf(table: PublishedTable, choice: ColumnChoice): ReadRungs {
  const rungs: PublishedFigures[] = [];
  const leftOut: string[] = [];
  table.rows.forEach((row, index) => {
    const label = at(table, row, choice.label);
    const value = numberOf(at(table, row, choice.value));
    if (label !== "" && value !== null && value > 0) {
      rungs.push({ ...figuresOf(table, row, choice), label, value });
    } else leftOut.push(`line ${index + 2}${label === "" ? "" : ` (${label})`}`);
  });
  return { rungs, leftOut };
}

function at(table: PublishedTable, row: string[], name: string): string {
  return row[table.columns.indexOf(name)] ?? "";
}

function figuresOf(table: PublishedTable, row: string[], choice: ColumnChoice) {
  const verdict = at(table, row, choice.verdict).toLowerCase();
  return {
    role: verdict in ROLES ? ROLES[verdict as keyof typeof ROLES] : ("rung" as const),
    sd: numberOf(at(table, row, choice.sd)),
    n: 1,
    decision: decisionOf(verdict),
    reason: "",
    note: "",
    source: "",
    conditions: pick(table, row, choice.conditions),
    figures: pick(table, row, otherColumns(table, choice)),
  };
}

function decisionOf(verdict: string): "kept" | "rejected" | null {
  return verdict === "kept" || verdict === "rejected" ? verdict : null;
}

function otherColumns(table: PublishedTable, choice: ColumnChoice): string[] {
  const used = [choice.label, choice.value, choice.verdict, choice.sd, ...choice.conditions];
  return table.columns.filter((name) => !used.includes(name) && !PLACES.test(name));
}

function pick(table: PublishedTable, row: string[], names: readonly string[]) {
  const facts: Record<string, string | number> = {};
  for (const name of names) {
    const cell = at(table, row, name);
    if (cell !== "") facts[name] = numberOf(cell) ?? cell;
  }
  return facts;
}
