/** What failed in a run, and why. A failed variant is never a zero. */

import type { FailedResult } from "@/api/types";
import { parametersText } from "@/ui/SeriesName";
import { type Column, Table } from "@/ui/Table";
import { MISSING } from "@/units/format";
import styles from "./Runs.module.css";
import { failureText } from "./runsModel";

const COLUMNS: Column<FailedResult>[] = [
  {
    id: "benchmark",
    head: "Benchmark",
    sortBy: (row) => row.benchmark,
    cell: (row) => row.benchmark,
  },
  {
    id: "parameters",
    head: "Parameters",
    sortBy: (row) => parametersText(row.parameters),
    cell: (row) => parametersText(row.parameters) || MISSING,
  },
  { id: "metric", head: "Metric", cell: (row) => row.metric ?? "all" },
  { id: "kind", head: "What", sortBy: (row) => row.kind, cell: failureText },
  {
    id: "message",
    head: "Message",
    cell: (row) => <span className={styles.message}>{row.message}</span>,
  },
];

export function FailureTable({ failed }: { failed: FailedResult[] }) {
  if (failed.length === 0) return <p className={styles.quiet}>Nothing failed in this run.</p>;
  return (
    <Table
      caption="Failures of the run"
      columns={COLUMNS}
      rows={failed}
      rowKey={(row) => `${row.benchmark} ${parametersText(row.parameters)} ${row.metric}`}
    />
  );
}
