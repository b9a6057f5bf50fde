/** The benchmarks of a suite: what each takes, its newest value and its line, what is open. */

import type { SuiteBenchmark } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { parametersText } from "@/ui/links/SeriesName";
import { BenchmarkLink } from "@/ui/links/ThingLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { OpenChanges } from "@/ui/words/OpenChanges";
import { formatCount, formatExact, formatValue, MISSING } from "@/units/format";
import styles from "./Suites.module.css";
import { parametersOf } from "./suitesModel";

interface BenchmarkTableProps {
  project: string;
  benchmarks: readonly SuiteBenchmark[];
}

export function BenchmarkTable({ project, benchmarks }: BenchmarkTableProps) {
  return (
    <Table
      caption="Benchmarks of the suite"
      columns={columnsOf(project)}
      rows={benchmarks}
      rowKey={(row) => row.id}
    />
  );
}

function columnsOf(project: string): Column<SuiteBenchmark>[] {
  return [
    {
      id: "name",
      head: "Benchmark",
      sortBy: (row) => row.name,
      cell: (row) => (
        <div className={styles.name}>
          <BenchmarkLink project={project} id={row.id}>
            {row.name}
          </BenchmarkLink>
          {row.summary === "" ? null : <div className={styles.quiet}>{row.summary}</div>}
        </div>
      ),
    },
    {
      id: "parameters",
      head: "Parameters",
      cell: (row) => <span className={styles.quiet}>{parametersOf(row)}</span>,
    },
    {
      id: "variants",
      head: "Variants",
      isNumber: true,
      sortBy: (row) => row.variants,
      cell: (row) => formatCount(row.variants),
    },
    {
      id: "open",
      head: "Open",
      sortBy: (row) => row.regressions * 1000 + row.improvements,
      cell: (row) => <OpenChanges {...row} />,
    },
    { id: "shown", head: "Shown", cell: (row) => <Shown row={row} /> },
    { id: "latest", head: "Newest", isNumber: true, cell: latestText },
    { id: "line", head: "Newest points", cell: (row) => <Line row={row} /> },
  ];
}

function Shown({ row: { shown } }: { row: SuiteBenchmark }) {
  if (shown === null) return <span className={styles.quiet}>nothing yet</span>;
  return (
    <span className={styles.quiet}>
      {shown.metric} {parametersText(shown.parameters)}
    </span>
  );
}

function latestText({ shown, latest }: SuiteBenchmark) {
  if (shown === null || latest === null) return MISSING;
  return (
    <span title={formatExact(latest.value, shown.unit)}>
      {formatValue(latest.value, shown.unit)}
    </span>
  );
}

function Line({ row: { shown, values, regressions, improvements } }: { row: SuiteBenchmark }) {
  if (shown === null || values.length < 2) return <>{MISSING}</>;
  const first = formatValue(values[0], shown.unit);
  const last = formatValue(values.at(-1), shown.unit);
  const tone = regressions > 0 ? "worse" : improvements > 0 ? "better" : "plain";
  return (
    <Sparkline
      values={values}
      tone={tone}
      label={`${shown.metric} over ${counted(values.length, "point")}, ${first} to ${last}`}
    />
  );
}
