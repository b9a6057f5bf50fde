/** Every sweep of the project: which benchmark was measured over which parameter. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SweepBest, SweepRow } from "@/api/types";
import { SweepThumb } from "@/charts/thumbs/Thumb";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { PublishedSweeps } from "./PublishedSweeps";
import styles from "./Sweeps.module.css";
import { bestTexts } from "./sweepsModel";
import { useSweepBests, useSweeps } from "./sweepsQuery";

export function SweepsPage() {
  const { project } = useParams({ from: "/p/$project/sweeps" });
  const query = useSweeps(project);
  const isPainted = useIsPainted(query.data !== undefined);
  const asked = useSweepBests(project, isPainted && (query.data?.rows ?? []).length > 0);
  const bests = useMemo(() => bestsOf(asked.data?.rows ?? []), [asked.data]);
  return (
    <Page title="Sweeps" answer={answerOf(query.data?.rows)}>
      <QueryBoundary
        query={query}
        failure="The sweeps could not be loaded."
        skeleton={<Skeleton height={180} label="Loading the sweeps" />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No sweeps yet." command="make up">
              A benchmark whose manifest names a sweep axis, such as a thread limit, appears here
              with one point per value. The agent that starts with the server measures one.
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Sweeps"
                columns={columnsOf(project, bests, asked.isPending)}
                rows={swept(rows)}
                rowKey={(row) => `${row.benchmark_id} ${row.axis}`}
              />
              <Singles rows={rows} />
            </>
          )
        }
      </QueryBoundary>
      {query.data === undefined ? null : <PublishedSweeps project={project} />}
    </Page>
  );
}

/** A sweep needs two values to say anything. */
function swept(rows: SweepRow[]): SweepRow[] {
  return rows.filter((row) => row.values > 1);
}

/** What was measured at one value of its axis only: no sweep yet, and said. */
function Singles({ rows }: { rows: SweepRow[] }) {
  const single = rows.filter((row) => row.values <= 1);
  if (single.length === 0) return null;
  const names = single.map((row) => `${row.benchmark} over ${row.axis}`);
  const suites = [...new Set(single.map((row) => row.suite))].sort();
  return (
    <p className={styles.quiet}>
      One value only, so there is nothing to compare: {names.join(", ")}. Quick runs measure some
      values of an axis; a full run measures all that the manifest of the suite names:{" "}
      <code>tidemark-agent run {suites.join(" ")} --full --upload</code>.
    </p>
  );
}

/** By benchmark and axis. */
function bestsOf(rows: readonly SweepBest[]): Map<string, SweepBest> {
  return new Map(rows.map((row) => [`${row.benchmark_id} ${row.axis}`, row]));
}

function Best({ best, isPending }: { best: SweepBest | undefined; isPending: boolean }) {
  const texts = best === undefined ? [isPending ? "…" : "not judged"] : bestTexts(best);
  return (
    <ul className={styles.bests}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface JudgedRunProps {
  project: string;
  row: SweepRow;
  best: SweepBest | undefined;
}

/** The runs that the best value is from; the newest of all where nothing was judged. */
function JudgedRun({ project, row, best }: JudgedRunProps) {
  return (
    <span className={styles.judged}>
      {best === undefined ? (
        <RelativeTime at={row.latest_run_at} />
      ) : (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(best.run_id) }}>
          {best.runs === 1 ? `run ${best.run_id}` : `${best.runs} runs`},{" "}
          <RelativeTime at={best.measured_at} />
        </Link>
      )}
      {best?.is_fit === false ? <span className={styles.quiet}> machine not fit</span> : null}
    </span>
  );
}

function answerOf(all: SweepRow[] | undefined): string {
  if (all === undefined) return "Sweeps";
  const rows = swept(all);
  if (rows.length === 0) return "No parameter sweeps yet.";
  return rows.length === 1 ? "1 parameter sweep." : `${rows.length} parameter sweeps.`;
}

function columnsOf(
  project: string,
  bests: ReadonlyMap<string, SweepBest>,
  isPending: boolean,
): Column<SweepRow>[] {
  const bestOf = (row: SweepRow) => bests.get(`${row.benchmark_id} ${row.axis}`);
  return [
    {
      id: "benchmark",
      head: "Benchmark",
      sortBy: (row) => row.benchmark,
      cell: (row) => (
        <Link
          to="/p/$project/sweeps/$benchmark/$axis"
          params={{ project, benchmark: String(row.benchmark_id), axis: row.axis }}
        >
          {row.benchmark} over {row.axis}
        </Link>
      ),
    },
    { id: "curve", head: "Curve", cell: (row) => <SweepThumb best={bestOf(row)} /> },
    {
      id: "suite",
      head: "Suite",
      sortBy: (row) => row.suite,
      cell: (row) => row.suite,
    },
    {
      id: "values",
      head: "Values",
      isNumber: true,
      sortBy: (row) => row.values,
      cell: (row) => row.values,
    },
    {
      id: "best",
      head: "Best value (and ties)",
      isProse: true,
      cell: (row) => <Best best={bestOf(row)} isPending={isPending} />,
    },
    { id: "testbeds", head: "Testbeds", cell: (row) => row.testbeds.join(", ") },
    {
      id: "latest",
      head: "Judged runs",
      sortBy: (row) => bestOf(row)?.measured_at ?? row.latest_run_at,
      cell: (row) => <JudgedRun project={project} row={row} best={bestOf(row)} />,
    },
  ];
}
