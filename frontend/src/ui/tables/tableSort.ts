/** Order of table rows by one column. */

export interface Sorting {
  column: string;
  isDescending: boolean;
}

export type SortKey = string | number | null | undefined;

/** Numbers by size, texts as people sort them (with numbers inside), absent ones always last. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row, index) => ({ row, index, key: keyOf(row) }))
    .sort((a, b) => absentLast(a.key, b.key) ?? (sign * compare(a.key, b.key) || a.index - b.index))
    .map(({ row }) => row);
}

function isAbsent(key: SortKey): boolean {
  return key === null || key === undefined || Number.isNaN(key);
}

function absentLast(a: SortKey, b: SortKey): number | undefined {
  if (!isAbsent(a) && !isAbsent(b)) return undefined;
  return Number(isAbsent(a)) - Number(isAbsent(b));
}

function compare(a: SortKey, b: SortKey): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

/** First click sorts upwards, the next downwards. */
export function nextSorting(current: Sorting | null, column: string): Sorting {
  return { column, isDescending: current?.column === column && !current.isDescending };
}
