/** Pure: rows of a comparison in groups, each with the geometric mean of its ratios. */

import { type CompareRow, isRelevant, valueIn } from "./compareRows";
import type { Verdict } from "./compareUrl";

export interface GroupMean {
  ratio: number;
  low: number | null;
  high: number | null;
  n: number;
}

export interface RowGroup {
  /** As it stands in the address. */
  key: string;
  /** Its value, and the metric where there are several: ratios of two metrics have no mean. */
  title: string;
  metric: CompareRow["metric"];
  rows: CompareRow[];
  counts: Partial<Record<Verdict, number>>;
  /** Over all its rows that are chosen by what they are, not by what they show. */
  mean: GroupMean | null;
}

/**
 * The geometric mean of the ratios of centres with the interval for exactly these rows, as `geometric_mean` of the
 * server makes it: errors are taken as independent. `reach` is how many standard errors the interval
 * reaches to either side.
 */
export function geometricMean(rows: readonly CompareRow[], reach: number): GroupMean | null {
  let [logs, squares, n] = [0, 0, 0];
  for (const { centre: ratio, error } of rows) {
    if (ratio === null || ratio <= 0) continue;
    logs += Math.log(ratio);
    squares += error === null ? Number.NaN : error * error;
    n += 1;
  }
  if (n === 0) return null;
  const centre = logs / n;
  const width = (reach * Math.sqrt(squares)) / n;
  const isKnown = Number.isFinite(width);
  return {
    ratio: Math.exp(centre),
    low: isKnown ? Math.exp(centre - width) : null,
    high: isKnown ? Math.exp(centre + width) : null,
    n,
  };
}

const NONE = "none";

/** Groups of the shown rows, those with the worst difference first; means are over `unjudged` ones. */
export function groupsOf(
  shown: readonly CompareRow[],
  unjudged: readonly CompareRow[],
  by: string,
  reach: number,
): RowGroup[] {
  const hasMetrics =
    by !== "metric" && new Set(shown.map(({ metric }) => `${metric.name} ${metric.unit}`)).size > 1;
  const valueHere = valueIn(by);
  const keyOf = (row: CompareRow) => {
    const value = String(valueHere(row) ?? NONE);
    return by === "metric" || hasMetrics ? `${value} · ${row.metric.name}` : value;
  };
  const titleOf = (row: CompareRow) => (by === "metric" ? row.metric.name : keyOf(row));
  const groups = new Map<string, RowGroup>();
  for (const row of shown) {
    const key = keyOf(row);
    const group: RowGroup = groups.get(key) ?? {
      key,
      title: titleOf(row),
      metric: row.metric,
      rows: [],
      counts: {},
      mean: null,
    };
    groups.set(key, group);
    group.rows.push(row);
    group.counts[row.verdict] = (group.counts[row.verdict] ?? 0) + 1;
  }
  const members = new Map<string, CompareRow[]>();
  for (const row of unjudged) {
    const key = keyOf(row);
    if (!groups.has(key)) continue;
    const found = members.get(key);
    if (found === undefined) members.set(key, [row]);
    else found.push(row);
  }
  for (const group of groups.values()) {
    group.mean = geometricMean(members.get(group.key) ?? [], reach);
  }
  return [...groups.values()].sort((a, b) => weight(b) - weight(a));
}

const SERIOUS: Partial<Record<Verdict, number>> = { regression: 2, change: 1 };

/** Groups with regressions come first, then with changes, the larger ones of a kind before others. */
function weight({ rows, mean }: RowGroup): number {
  const worst = Math.max(0, ...rows.filter(isRelevant).map((row) => SERIOUS[row.verdict] ?? 0.5));
  return 1_000 * worst + Math.abs(Math.log(mean?.ratio ?? 1));
}

/** A line of the table: a group, or a row of an open one or of none. */
export type CompareLine =
  | { kind: "group"; group: RowGroup; isOpen: boolean }
  | { kind: "row"; row: CompareRow };

export const ALL_OPEN = "*";

export function linesOf(groups: readonly RowGroup[], open: readonly string[]): CompareLine[] {
  const isAll = open.includes(ALL_OPEN);
  return groups.flatMap((group): CompareLine[] => {
    const isOpen = isAll || open.includes(group.key);
    const rows = isOpen ? group.rows.map((row): CompareLine => ({ kind: "row", row })) : [];
    return [{ kind: "group", group, isOpen }, ...rows];
  });
}

/** The open groups after one of them was opened or closed. */
export function toggled(
  open: readonly string[],
  key: string,
  groups: readonly RowGroup[],
): string[] {
  const known = open.includes(ALL_OPEN) ? groups.map((group) => group.key) : [...open];
  return known.includes(key) ? known.filter((one) => one !== key) : [...known, key];
}
