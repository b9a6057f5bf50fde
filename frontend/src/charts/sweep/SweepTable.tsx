/** The numbers of a sweep as a table and for a file. */

import { useMemo } from "react";
import type { SweepCurve } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatPercent } from "@/units/format";
import { type Scale, scaleForAll } from "@/units/scale";
import { curveName } from "./sweepModel";

interface SweepTableProps {
  axis: string;
  unit: string;
  curves: readonly SweepCurve[];
}

type Row = SweepCurve["points"][number] & { curve: string };

export function SweepTable({ axis, unit, curves }: SweepTableProps) {
  const rows = useMemo(() => rowsOf(curves), [curves]);
  const scale = scaleForAll(
    unit,
    rows.map((row) => row.value),
  );
  const columns = columnsOf(axis, scale, curves.length > 1);
  return (
    <Table
      caption={`Results for each value of ${axis}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.curve} ${row.x}`}
    />
  );
}

function rowsOf(curves: readonly SweepCurve[]): Row[] {
  return curves.flatMap((curve) =>
    curve.points.map((point) => ({ ...point, curve: curveName(curve) })),
  );
}

function columnsOf(axis: string, scale: Scale, hasCurves: boolean): Column<Row>[] {
  const unit = scale.label === "" ? "" : ` (${scale.label})`;
  const numbers = (["value", "low", "high"] as const).map(
    (name): Column<Row> => ({
      id: name,
      head: `${HEADS[name]}${unit}`,
      isNumber: true,
      sortBy: (row) => row[name],
      cell: (row) => formatIn(row[name], scale),
    }),
  );
  const curve: Column<Row> = {
    id: "curve",
    head: "Curve",
    sortBy: (row) => row.curve,
    cell: (row) => row.curve,
  };
  return [
    ...(hasCurves ? [curve] : []),
    { id: "x", head: axis, isNumber: true, sortBy: (row) => row.x, cell: (row) => row.x },
    ...numbers,
    { id: "n", head: "Samples", isNumber: true, sortBy: (row) => row.n, cell: (row) => row.n },
    {
      id: "excess",
      head: "From the best",
      isNumber: true,
      sortBy: (row) => row.excess,
      cell: (row) => (row.excess === null ? "" : formatPercent(row.excess)),
    },
    {
      id: "behind",
      head: "At most",
      isNumber: true,
      sortBy: (row) => row.behind,
      cell: (row) => (row.behind === null ? "" : formatPercent(row.behind)),
    },
    {
      id: "best",
      head: "Best set",
      sortBy: (row) => Number(row.in_best_set),
      cell: (row) => (row.in_best_set ? "yes" : ""),
    },
  ];
}

const HEADS = { value: "Result", low: "Low", high: "High" } as const;

export function sweepCsv(axis: string, unit: string, curves: readonly SweepCurve[]) {
  const head = ["curve", axis, `result (${unit})`, "low", "high", "samples", "in best set"];
  const rows = rowsOf(curves).map((row) => [
    row.curve,
    row.x,
    row.value,
    row.low,
    row.high,
    row.n,
    row.in_best_set ? "yes" : "no",
  ]);
  return [head, ...rows];
}
