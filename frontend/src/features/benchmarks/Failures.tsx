/** The newest failures of a benchmark: which variant, in which run, why. */

import { Link } from "@tanstack/react-router";
import type { BenchmarkDetail } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { failureText } from "@/ui/words/failureWords";
import { formatCount } from "@/units/format";
import styles from "./Benchmarks.module.css";

type Failure = BenchmarkDetail["failures"][number];

interface FailuresProps {
  project: string;
  benchmark: BenchmarkDetail;
}

export function Failures({ project, benchmark }: FailuresProps) {
  const { failures, failure_total: total } = benchmark;
  return (
    <Section
      title="Failures"
      aside={
        total > failures.length ? `the newest ${failures.length} of ${formatCount(total)}` : ""
      }
    >
      {failures.length === 0 ? (
        <p className={styles.quiet}>No variant of it has failed.</p>
      ) : (
        <Table
          caption="Failures of the benchmark"
          columns={columnsOf(project)}
          rows={failures}
          rowKey={(row) => `${row.run} ${parametersText(row.parameters)} ${row.metric}`}
        />
      )}
    </Section>
  );
}

function columnsOf(project: string): Column<Failure>[] {
  return [
    {
      id: "run",
      head: "Run",
      cell: (row) => (
        <Link
          to="/p/$project/runs/$run"
          params={{ project, run: String(row.run) }}
          search={{ section: "failures" }}
        >
          {row.run}
        </Link>
      ),
    },
    { id: "variant", head: "Variant", cell: (row) => parametersText(row.parameters) || "default" },
    { id: "what", head: "What", cell: failureText },
    {
      id: "message",
      head: "Message",
      isProse: true,
      cell: (row) => <span className={styles.message}>{row.message}</span>,
    },
  ];
}
