/** The versions of a benchmark's definition, and at which commits each was measured. */

import type { BenchmarkDetail } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { CommitLink } from "@/ui/links/CommitLink";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount, MISSING } from "@/units/format";
import styles from "./Benchmarks.module.css";
import { definitionText } from "./benchmarksModel";

type Definition = BenchmarkDetail["definitions"][number];

const COLUMNS: Column<Definition>[] = [
  {
    id: "hash",
    head: "Version",
    cell: (row) => (
      <code title={row.hash}>
        <span className={styles.environment} aria-hidden="true">
          ◆
        </span>{" "}
        {row.hash.slice(0, 12)}
      </code>
    ),
  },
  {
    id: "first",
    head: "First measured at",
    isWide: true,
    cell: (row) => (row.first === null ? MISSING : <CommitLink commit={row.first} />),
  },
  { id: "when", head: "When", cell: (row) => <RelativeTime at={row.first_at} /> },
  {
    id: "points",
    head: "Points",
    isNumber: true,
    isMinor: true,
    cell: (row) => formatCount(row.points),
  },
];

export function Definitions({ benchmark }: { benchmark: BenchmarkDetail }) {
  return (
    <Section title="Definition">
      <p>{definitionText(benchmark)}</p>
      {benchmark.definitions.length === 0 ? null : (
        <Table
          caption="Versions of the definition, newest first"
          columns={COLUMNS}
          rows={[...benchmark.definitions].reverse()}
          rowKey={(row) => row.hash}
        />
      )}
    </Section>
  );
}
