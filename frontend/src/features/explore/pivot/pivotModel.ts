/** Pure: the server's pivot table → rows to draw, and the same as a file. */

import type { Facets, PivotCell, PivotTable, Scalar } from "@/api/types";
import type { CsvRows } from "@/charts/frame/csv";
import { facetLabel } from "@/ui/url/filters";
import { type Scale, scaleForAll } from "@/units/scale";
import type { Pivot } from "../exploreUrl";

type Mean = PivotTable["table"]["row_means"][number];

export interface PivotRow {
  index: number;
  name: string;
  /** By column. */
  cells: Map<number, PivotCell>;
  mean: Mean | undefined;
}

export function pivotRows({ table }: PivotTable): PivotRow[] {
  const rows = table.rows.map(
    (value, index): PivotRow => ({
      index,
      name: valueText(value),
      cells: new Map(),
      mean: table.row_means[index],
    }),
  );
  for (const cell of table.cells) rows[cell.row]?.cells.set(cell.column, cell);
  return rows;
}

/** A facet's value as it stands in the address; series without the facet have none. */
export function valueText(value: Scalar | null): string {
  return value === null ? "none" : String(value);
}

/** The scale of a column whose cells have one unit; null where each has its own. */
export function columnScale({ table }: PivotTable, column: number): Scale | null {
  const cells = table.cells.filter((cell) => cell.column === column && cell.value !== null);
  const units = new Set(cells.map((cell) => cell.unit));
  const [unit] = units;
  if (unit === undefined || units.size > 1) return null;
  return scaleForAll(
    unit,
    cells.map((cell) => cell.value),
  );
}

export function hasMeans(means: readonly Mean[]): boolean {
  return means.some((mean) => mean.ratio !== null);
}

/** What is not in the table, and why. */
export function pivotNotes(found: PivotTable, pivot: Pivot): string[] {
  const { table } = found;
  const notes: string[] = [];
  if (found.series < found.matching)
    notes.push(
      `${found.series} of ${found.matching} series: the others have no result, or are too many.`,
    );
  if (table.rows.length < table.row_total)
    notes.push(`The first ${table.rows.length} of ${table.row_total} rows. Filter for fewer.`);
  if (table.columns.length < table.column_total)
    notes.push(`The first ${table.columns.length} of ${table.column_total} columns.`);
  notes.push(
    pivot.against === null
      ? "Newest result of each series with its 95 % interval; of several series the geometric mean."
      : "Newest results, each series against the one that differs in this facet only; 95 % intervals from their samples, without the scatter between runs.",
  );
  return notes;
}

/** Facets that rows and columns can be. */
export function pivotFacets(facets: Facets | undefined, pivot: Pivot) {
  const names = facets?.facets.filter((facet) => facet.total > 0).map((facet) => facet.name) ?? [];
  return [...new Set([...names, pivot.rows, pivot.columns])].map((name) => ({
    value: name,
    label: facetLabel(name),
  }));
}

export function pivotCsv({ table }: PivotTable, pivot: Pivot): CsvRows {
  const kind = pivot.against === null ? "value" : `ratio to ${pivot.against}`;
  const heads = [facetLabel(pivot.rows), facetLabel(pivot.columns), kind];
  return [
    [...heads, "low", "high", "unit", "direction", "n", "series"],
    ...table.cells.map((cell) => [
      valueText(table.rows[cell.row] ?? null),
      valueText(table.columns[cell.column] ?? null),
      cell.value,
      cell.low,
      cell.high,
      pivot.against === null ? cell.unit : "1",
      cell.direction,
      cell.n,
      cell.count,
    ]),
  ];
}
