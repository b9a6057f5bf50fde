/** The series of a benchmark: newest value, trend, open changes, and what each would show. */

import { Link } from "@tanstack/react-router";
import type { BenchmarkSeries } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { CommitLink } from "@/ui/links/CommitLink";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatExact, formatIn, MISSING } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { formatScatter } from "@/units/share";
import { directionPhrase, effectPhrase } from "@/units/verdict";
import styles from "./Benchmarks.module.css";
import { trendOf } from "./benchmarksModel";

interface SeriesTableProps {
  project: string;
  rows: readonly BenchmarkSeries[];
}

export function SeriesTable({ project, rows }: SeriesTableProps) {
  const label = rows[0]?.series;
  return (
    <Table
      caption={`Series of ${label?.metric ?? "the benchmark"}`}
      columns={columnsOf(project, rows)}
      rows={rows}
      rowKey={(row) => row.series.id}
    />
  );
}

function columnsOf(project: string, rows: readonly BenchmarkSeries[]): Column<BenchmarkSeries>[] {
  const unit = rows[0]?.series.unit ?? "1";
  const scale = scaleForAll(
    unit,
    rows.map((row) => row.latest?.value),
  );
  const direction = directionPhrase(rows[0]?.series.direction ?? "unknown");
  return [
    {
      id: "variant",
      head: "Variant",
      sortBy: (row) => parametersText(row.series.parameters),
      cell: (row) => (
        <Link to="/p/$project/explore" params={{ project }} search={exploreSearch([row.series.id])}>
          {parametersText(row.series.parameters) || "no parameters"}
        </Link>
      ),
    },
    {
      id: "testbed",
      head: "Testbed",
      sortBy: (row) => row.series.testbed,
      cell: (row) => row.series.testbed,
    },
    {
      id: "branch",
      head: "Branch",
      sortBy: (row) => row.series.branch,
      cell: (row) => row.series.branch,
    },
    {
      id: "latest",
      head: scale.label === "" ? `Newest, ${direction}` : `Newest (${scale.label}), ${direction}`,
      isNumber: true,
      sortBy: (row) => row.latest?.value ?? null,
      cell: (row) =>
        row.latest === null ? (
          MISSING
        ) : (
          <span title={formatExact(row.latest.value, unit)}>
            {formatIn(row.latest.value, scale)}
            <span className={styles.interval}>{intervalText(row, scale.divisor)}</span>
          </span>
        ),
    },
    {
      id: "trend",
      head: "Trend",
      cell: (row) => <Trend row={row} />,
    },
    {
      id: "open",
      head: "Open",
      isNumber: true,
      sortBy: (row) => row.open_changes,
      cell: (row) => (row.open_changes === 0 ? "none" : formatCount(row.open_changes)),
    },
    {
      id: "shows",
      head: "Detectable change (5 runs)",
      term: "minimum effect",
      isNumber: true,
      sortBy: (row) => row.smallest_change,
      cell: (row) =>
        row.smallest_change === null ? "not known yet" : formatScatter(row.smallest_change),
    },
    {
      id: "points",
      head: "Points",
      isNumber: true,
      sortBy: (row) => row.points,
      cell: (row) => formatCount(row.points),
    },
    {
      id: "commit",
      head: "At",
      cell: (row) =>
        row.latest === null ? MISSING : <CommitLink commit={row.latest.commit} isShort />,
    },
  ];
}

function intervalText({ latest }: BenchmarkSeries, divisor: number): string {
  if (latest === null || latest.low === null || latest.high === null) return "";
  const scale = { divisor, label: "" };
  return ` [${formatIn(latest.low, scale)}, ${formatIn(latest.high, scale)}]`;
}

function Trend({ row }: { row: BenchmarkSeries }) {
  const ratio = trendOf(row);
  if (ratio === null) return <>{MISSING}</>;
  const words = effectPhrase({ ratio }, row.series);
  return (
    <span className={styles.trend}>
      <Sparkline
        values={row.sparkline}
        tone={row.open_changes > 0 ? "worse" : "plain"}
        label={`${counted(row.sparkline.length, "point")}; the newest is ${words} against the first`}
      />
      <span className={styles.quiet}>{words}</span>
    </span>
  );
}
