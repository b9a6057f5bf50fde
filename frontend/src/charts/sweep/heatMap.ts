/** Pure: the cells of a grid → rows of what a heat map prints and how strongly it colours. */

import type { SweepGrid } from "@/api/types";
import { formatIn, formatInterval, formatPercent, formatValue } from "@/units/format";
import type { Scale } from "@/units/scale";

export type GridCell = SweepGrid["cells"][number];

export interface HeatCell {
  x: number;
  y: number;
  /** Null where nothing was measured. */
  cell: GridCell | null;
  /** Number in the unit of the chart, or what is there instead. */
  text: string;
  /** 0 for the worst to 1 for the best. */
  strength: number;
  isBest: boolean;
}

/** Rows from the largest second value down, as an axis that goes up. */
export function heatRows(grid: SweepGrid, scale: Scale): { y: number; cells: HeatCell[] }[] {
  const strength = strengthOf(grid.cells);
  const isFailed = (x: number, y: number) =>
    grid.failed.some(([failedX, failedY]) => failedX === x && failedY === y);
  const cellAt = (x: number, y: number): HeatCell => {
    const cell = grid.cells.find((one) => one.x === x && one.y === y) ?? null;
    const nothing = isFailed(x, y) ? "failed" : "not measured";
    return {
      x,
      y,
      cell,
      text: cell === null ? nothing : formatIn(cell.value, scale),
      strength: cell === null ? 0 : strength(cell),
      isBest: cell?.in_best_set ?? false,
    };
  };
  return [...grid.ys].reverse().map((y) => ({ y, cells: grid.xs.map((x) => cellAt(x, y)) }));
}

function strengthOf(cells: readonly GridCell[]): (cell: GridCell) => number {
  const excesses = cells.map((cell) => cell.excess ?? 0);
  const most = Math.max(...excesses, 0);
  return (cell) => (most === 0 ? 1 : 1 - Math.max(cell.excess ?? 0, 0) / most);
}

/** "pool = 4, connections = 50: 12.3 ms [12.1, 12.5 ms], 12 samples; 3.1 % from the best". */
export function cellText(
  { x, y, cell, text, isBest }: HeatCell,
  names: { axis: string; second: string; unit: string },
): string {
  const where = `${names.axis} = ${x}, ${names.second} = ${y}`;
  if (cell === null) return `${where}: ${text}`;
  const { value, low, high, n, excess, behind } = cell;
  const interval =
    low === null || high === null ? "no interval" : formatInterval(low, high, names.unit, value);
  const most = behind === null ? "" : `, at most ${formatPercent(behind)}`;
  const apart =
    excess === null || excess <= 0
      ? "the best as measured"
      : `${formatPercent(excess)} from the best${most}`;
  const told = isBest && excess !== null && excess > 0 ? "; not distinguishable from it" : "";
  return `${where}: ${formatValue(value, names.unit)} ${interval}, ${n} ${n === 1 ? "sample" : "samples"}; ${apart}${told}`;
}
