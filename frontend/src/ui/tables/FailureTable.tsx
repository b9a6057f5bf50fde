/** What failed in a run, and why. A failed variant is never a zero. */

import type { FailedResult } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { parametersText } from "@/ui/links/SeriesName";
import { failureText, isFailure } from "@/ui/words/failureWords";
import { MISSING } from "@/units/format";
import styles from "./FailureTable.module.css";
import { type Column, Table } from "./Table";

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

/** What went wrong, and apart from it what this machine cannot measure. */
export function FailureTable({ failed }: { failed: FailedResult[] }) {
  if (failed.length === 0) return <p className={styles.quiet}>Nothing failed in this run.</p>;
  const wrong = failed.filter(isFailure);
  const absent = failed.filter((one) => !isFailure(one));
  return (
    <div className={styles.stack}>
      {wrong.length === 0 ? (
        <p className={styles.quiet}>Nothing failed in this run.</p>
      ) : (
        <Rows caption="Failures of the run" rows={wrong} />
      )}
      {absent.length === 0 ? null : (
        <Section title="Not measurable here">
          <p className={styles.note}>Not available on this machine: no failure.</p>
          <Rows caption="Not measurable here" rows={absent} />
        </Section>
      )}
    </div>
  );
}

function Rows({ caption, rows }: { caption: string; rows: FailedResult[] }) {
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.benchmark} ${parametersText(row.parameters)} ${row.metric}`}
    />
  );
}
