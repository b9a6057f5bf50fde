/** Every row of a comparison: verdict, effect with interval on a shared axis, both values. */

import { useMemo } from "react";
import type { ComparedRow, Comparison } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { parametersText } from "@/ui/SeriesName";
import { type Column, Table } from "@/ui/Table";
import { formatValue } from "@/units/format";
import styles from "./Compare.module.css";
import {
  type ForestAxis,
  forestAxis,
  shortParameters,
  VERDICT_WORDS,
  varyingParameters,
} from "./compareModel";
import { ForestMark, ForestScale } from "./ForestMark";

interface CompareTableProps {
  comparison: Comparison;
  chosen: number | null;
  onChoose: (series: number) => void;
}

/** From here on rows are drawn as they come into view. */
const WINDOW_FROM = 60;

export function CompareTable({ comparison, chosen, onChoose }: CompareTableProps) {
  const { rows } = comparison;
  const columns = useMemo(
    () => columnsFor(forestAxis(rows), varyingParameters(rows), onChoose),
    [rows, onChoose],
  );
  return (
    <Table
      caption="Results of both sides, the worst regression first"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.series.id} ${row.baseline_series}`}
      isSelected={(row) => row.series.id === chosen}
      onRowClick={(row) => onChoose(row.series.id)}
      windowFrom={WINDOW_FROM}
    />
  );
}

function columnsFor(
  axis: ForestAxis,
  varying: ReadonlySet<string>,
  onChoose: (series: number) => void,
): Column<ComparedRow>[] {
  return [
    {
      id: "series",
      head: "Result",
      isWide: true,
      sortBy: ({ series }) => `${series.suite} ${series.benchmark} ${series.metric}`,
      cell: (row) => (
        <button type="button" className={styles.name} onClick={() => onChoose(row.series.id)}>
          <RowName row={row} varying={varying} />
        </button>
      ),
    },
    {
      id: "verdict",
      head: "Verdict",
      sortBy: (row) => VERDICT_WORDS[row.verdict].one,
      cell: (row) => <VerdictBadge row={row} />,
    },
    {
      id: "forest",
      head: <ForestScale axis={axis} />,
      isMinor: true,
      cell: (row) => <ForestMark row={row} axis={axis} />,
    },
    { id: "sentence", head: "What it says", isWide: true, cell: (row) => <Sentence row={row} /> },
    {
      id: "baseline",
      head: "Baseline",
      isNumber: true,
      isMinor: true,
      cell: (row) => formatValue(row.baseline.value, row.series.unit),
    },
    {
      id: "contender",
      head: "Contender",
      isNumber: true,
      cell: (row) => formatValue(row.contender.value, row.series.unit),
    },
  ];
}

/** The metric first, since it is what differs most; the whole name where the pointer rests. */
function RowName({ row, varying }: { row: ComparedRow; varying: ReadonlySet<string> }) {
  const { metric, benchmark, parameters } = row.series;
  return (
    <span title={`${benchmark} ${parametersText(parameters)} ${metric}`}>
      {metric} <span className={styles.quiet}>of</span> {benchmark}{" "}
      <span className={styles.quiet}>{shortParameters(row, varying)}</span>
    </span>
  );
}

function Sentence({ row }: { row: ComparedRow }) {
  return <span title={[row.sentence, ...row.warnings].join("\n")}>{row.sentence}</span>;
}

export function VerdictBadge({ row }: { row: ComparedRow }) {
  const { one, tone } = VERDICT_WORDS[row.verdict];
  const mark = row.verdict === "regression" || row.verdict === "improvement" ? arrowOf(row) : "";
  return (
    <Badge tone={tone}>
      {mark === "" ? null : <span aria-hidden="true">{mark} </span>}
      {one}
    </Badge>
  );
}

/** The way the number went; the word says whether that is good. */
function arrowOf({ ratio, difference }: ComparedRow): string {
  const way = ratio === null ? (difference ?? 0) : ratio - 1;
  return way >= 0 ? "▲" : "▼";
}
