/** The shown history as a table: a row per commit, a column per series. */

import { useMemo } from "react";
import type { History, SeriesHistory } from "@/api/types";
import { distinctNames } from "@/charts/series/seriesNames";
import { CommitLink } from "@/ui/links/CommitLink";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatExact, formatIn, MISSING } from "@/units/format";
import { type Scale, scaleForAll } from "@/units/scale";
import styles from "../Explore.module.css";
import { type ChangeExplore, type ExploreState, picking } from "../exploreUrl";
import { type Cell, type TableRow, tableRows } from "./exploreTable";

interface HistoryTableProps {
  history: History;
  state: ExploreState;
  onChange: ChangeExplore;
}

export function HistoryTable({ history, state, onChange }: HistoryTableProps) {
  const { hidden, points } = state;
  const shown = useMemo(
    () => history.series.filter((one) => !hidden.includes(one.series.id)),
    [history, hidden],
  );
  const rows = useMemo(() => tableRows(history, shown), [history, shown]);
  const columns = useMemo(() => {
    const names = distinctNames(shown.map((one) => one.series));
    const open = (series: number, commit: number) =>
      onChange({ points: picking(points, { series, commit }) });
    return [...COMMIT_COLUMNS, ...shown.map((one) => seriesColumn(one, names, open))];
  }, [shown, points, onChange]);
  return (
    <Table
      caption="Results by commit, newest first"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.commit.id}
      windowFrom={50}
      isSelected={(row) => points.some((point) => point.commit === row.commit.id)}
    />
  );
}

const COMMIT_COLUMNS: Column<TableRow>[] = [
  {
    id: "commit",
    head: "Commit",
    isWide: true,
    sortBy: (row) => row.commit.ordinal,
    cell: (row) => <CommitLink commit={row.commit} />,
  },
  { id: "author", head: "Author", cell: (row) => row.commit.author || MISSING },
  {
    id: "time",
    head: "When",
    sortBy: (row) => row.commit.time,
    cell: (row) => <RelativeTime at={row.commit.time} />,
  },
];

type Open = (series: number, commit: number) => void;

function seriesColumn(
  one: SeriesHistory,
  names: Map<number, string>,
  open: Open,
): Column<TableRow> {
  const { id, unit, metric } = one.series;
  const scale = scaleForAll(unit, [...one.value, ...one.high]);
  const name = names.get(id) ?? metric;
  return {
    id: String(id),
    head: scale.label === "" ? name : `${name} (${scale.label})`,
    isNumber: true,
    sortBy: (row) => row.cells.get(id)?.value,
    cell: (row) => (
      <ResultCell
        cell={row.cells.get(id)}
        scale={scale}
        unit={unit}
        onOpen={() => open(id, row.commit.id)}
      />
    ),
  };
}

interface ResultCellProps {
  cell: Cell | undefined;
  scale: Scale;
  unit: string;
  onOpen: () => void;
}

function ResultCell({ cell, scale, unit, onOpen }: ResultCellProps) {
  if (cell?.hasFailed) return <span className={styles.quiet}>failed</span>;
  if (cell === undefined || cell.value === null) return MISSING;
  const interval =
    cell.low === null || cell.high === null
      ? ""
      : ` [${formatIn(cell.low, scale)}, ${formatIn(cell.high, scale)}]`;
  return (
    <button
      type="button"
      className={styles.cell}
      title={`${formatExact(cell.value, unit)}, n = ${cell.n}`}
      onClick={onOpen}
    >
      {formatIn(cell.value, scale)}
      <span className={styles.quiet}>{interval}</span>
    </button>
  );
}
