/** Two parameters at once: the number in each cell, the best set outlined, the interval on hover and focus. */

import { useState } from "react";
import type { SweepGrid } from "@/api/types";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatPercent } from "@/units/format";
import { type Scale, scaleForAll } from "@/units/scale";
import styles from "./HeatMap.module.css";
import { cellText, type GridCell, type HeatCell, heatRows } from "./heatMap";

interface HeatMapProps {
  title: string;
  axis: string;
  second: string;
  unit: string;
  grid: SweepGrid;
  tableSwitch?: TableSwitch;
  /** A measured cell was chosen. */
  onSelect: (series: number) => void;
}

const HINT = "Point at a cell, or move to it with the Tab key, to read its interval.";

export function HeatMap(props: HeatMapProps) {
  const { axis, second, unit, grid } = props;
  const scale = scaleForAll(
    unit,
    grid.cells.map((cell) => cell.value),
  );
  return (
    <ChartFigure
      title={props.title}
      notes={notesOf(grid, second)}
      tableSwitch={props.tableSwitch}
      table={() => <CellTable axis={axis} second={second} grid={grid} scale={scale} />}
      csv={() => csvOf(axis, second, unit, grid)}
    >
      <Cells {...props} scale={scale} />
    </ChartFigure>
  );
}

function notesOf(grid: SweepGrid, second: string): string[] {
  const notes = [
    `Y axis: ${second}`,
    "Darker is better",
    "Outlined: not distinguishable from the best",
  ];
  if (grid.failed.length > 0) notes.push(`${grid.failed.length} failed`);
  if (grid.missing.length > 0) notes.push(`${grid.missing.length} not measured`);
  return notes;
}

function Cells(props: HeatMapProps & { scale: Scale }) {
  const { axis, second, grid, scale, title, onSelect } = props;
  const [read, setRead] = useState<string | null>(null);
  const rows = heatRows(grid, scale);
  return (
    <div className={styles.map} onPointerLeave={() => setRead(null)}>
      <div className={styles.frame}>
        <table className={styles.grid} aria-label={title}>
          <tbody>
            {rows.map(({ y, cells }) => (
              <tr key={y}>
                <th scope="row">{y}</th>
                {cells.map((cell) => (
                  <td key={cell.x} style={{ width: `${99 / cells.length}%` }}>
                    <Cell
                      cell={cell}
                      label={cellText(cell, props)}
                      onRead={setRead}
                      onSelect={onSelect}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="col">
                {second} ↑ {axis} →
              </th>
              {grid.xs.map((x) => (
                <th key={x} scope="col">
                  {x}
                </th>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={styles.read} role="status">
        {read ?? HINT}
      </p>
    </div>
  );
}

interface CellProps {
  cell: HeatCell;
  label: string;
  onRead: (text: string) => void;
  onSelect: (series: number) => void;
}

function Cell({ cell, label, onRead, onSelect }: CellProps) {
  const found = cell.cell;
  if (found === null) {
    return (
      <span className={styles.nothing} title={label} onPointerEnter={() => onRead(label)}>
        {cell.text}
      </span>
    );
  }
  const share = `${Math.round(4 + 34 * cell.strength)}%`;
  return (
    <button
      type="button"
      className={styles.cell}
      data-best={cell.isBest || undefined}
      aria-label={label}
      style={{ background: `color-mix(in srgb, var(--better) ${share}, var(--surface))` }}
      onPointerEnter={() => onRead(label)}
      onFocus={() => onRead(label)}
      onClick={() => onSelect(found.series_id)}
    >
      {cell.text}
    </button>
  );
}

interface CellTableProps {
  axis: string;
  second: string;
  grid: SweepGrid;
  scale: Scale;
}

function CellTable({ axis, second, grid, scale }: CellTableProps) {
  const unit = scale.label === "" ? "" : ` (${scale.label})`;
  const columns: Column<GridCell>[] = [
    { id: "x", head: axis, isNumber: true, sortBy: (cell) => cell.x, cell: (cell) => cell.x },
    { id: "y", head: second, isNumber: true, sortBy: (cell) => cell.y, cell: (cell) => cell.y },
    ...(["value", "low", "high"] as const).map(
      (name): Column<GridCell> => ({
        id: name,
        head: `${HEADS[name]}${unit}`,
        isNumber: true,
        sortBy: (cell) => cell[name],
        cell: (cell) => formatIn(cell[name], scale),
      }),
    ),
    { id: "n", head: "Samples", isNumber: true, cell: (cell) => cell.n },
    {
      id: "excess",
      head: "From the best",
      isNumber: true,
      sortBy: (cell) => cell.excess,
      cell: (cell) => (cell.excess === null ? "" : formatPercent(cell.excess)),
    },
    { id: "best", head: "Best set", cell: (cell) => (cell.in_best_set ? "yes" : "") },
  ];
  return (
    <Table
      caption={`Results over ${axis} and ${second}`}
      columns={columns}
      rows={grid.cells}
      rowKey={(cell) => `${cell.x} ${cell.y}`}
    />
  );
}

const HEADS = { value: "Result", low: "Low", high: "High" } as const;

function csvOf(axis: string, second: string, unit: string, grid: SweepGrid) {
  const head = [axis, second, `result (${unit})`, "low", "high", "samples", "in best set"];
  const rows = grid.cells.map((cell) => [
    cell.x,
    cell.y,
    cell.value,
    cell.low,
    cell.high,
    cell.n,
    cell.in_best_set ? "yes" : "no",
  ]);
  return [head, ...rows];
}
