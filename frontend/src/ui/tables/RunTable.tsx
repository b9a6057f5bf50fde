/** Runs as a table: what, where and when, and what was found. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { RunRow } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { CommitLink } from "@/ui/links/CommitLink";
import { MachineLink, SuiteLink } from "@/ui/links/ThingLinks";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount, MISSING } from "@/units/format";
import { durationText } from "@/units/relativeTime";
import styles from "./RunTable.module.css";
import { type Column, Table } from "./Table";

interface RunTableProps {
  project: string;
  runs: readonly RunRow[];
  caption: string;
  /** Without how long they took. */
  isShort?: boolean;
}

export function RunTable({ project, runs, caption, isShort = false }: RunTableProps) {
  const columns = useMemo(
    () => columnsOf(project).filter(({ id }) => !isShort || id !== "took"),
    [project, isShort],
  );
  return <Table caption={caption} columns={columns} rows={runs} rowKey={(run) => run.id} />;
}

function columnsOf(project: string): Column<RunRow>[] {
  return [
    {
      id: "run",
      head: "Run",
      cell: (run) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
          {run.id}
        </Link>
      ),
    },
    {
      id: "suite",
      head: "Suite",
      cell: (run) => (
        <SuiteLink project={project} id={run.suite_id}>
          {run.suite}
        </SuiteLink>
      ),
    },
    {
      id: "commit",
      head: "Commit",
      isWide: true,
      share: 40,
      cell: (run) => <CommitLink commit={run.commit} />,
    },
    { id: "branch", head: "Branch", cell: branchText },
    {
      id: "testbed",
      head: "Testbed",
      cell: (run) => (
        <MachineLink project={project} id={run.machine_id}>
          {run.testbed}
        </MachineLink>
      ),
    },
    { id: "started", head: "Started", cell: startedCell },
    { id: "took", head: "Took", isNumber: true, cell: tookText },
    {
      id: "results",
      head: "Results",
      isNumber: true,
      cell: (run) => formatCount(run.results),
    },
    {
      id: "outcome",
      head: "Found",
      cell: (run) => (hasOutcome(run) ? <Outcome run={run} /> : MISSING),
    },
  ];
}

/** What another tool measured came later, by its own time. */
function startedCell({ started_at, received_at, trigger }: RunRow) {
  return (
    <>
      <RelativeTime at={started_at} />
      {trigger === "import" ? (
        <span className={styles.quiet}>
          , imported <RelativeTime at={received_at} />
        </span>
      ) : null}
    </>
  );
}

function branchText({ branch, pull_request }: RunRow): string {
  return pull_request === null ? branch : `${branch} (#${pull_request})`;
}

function tookText({ started_at, finished_at }: RunRow): string {
  if (finished_at === null || finished_at === started_at) return MISSING;
  return durationText(new Date(started_at), new Date(finished_at));
}

/** "2 failures", or "vetoed" where the machine and not the benchmarks failed. */
function failureText({ is_vetoed, failures }: RunRow): string {
  return is_vetoed ? "vetoed" : counted(failures, "failure");
}

function hasOutcome({ regressions, improvements, failures, excluded }: RunRow): boolean {
  return regressions + improvements + failures > 0 || excluded !== null;
}

/** Words and marks, not colours alone. */
function Outcome({ run }: { run: RunRow }) {
  const { regressions, improvements, failures, excluded } = run;
  return (
    <span className={styles.badges}>
      {excluded === null ? null : (
        <span title={`Counts in no baseline: ${excluded.reason} (${excluded.by})`}>
          <Badge tone="unresolved">○ excluded</Badge>
        </span>
      )}
      {regressions > 0 ? <Badge tone="worse">▲ {counted(regressions, "regression")}</Badge> : null}
      {improvements > 0 ? (
        <Badge tone="better">▼ {counted(improvements, "improvement")}</Badge>
      ) : null}
      {failures > 0 ? <Badge>× {failureText(run)}</Badge> : null}
    </span>
  );
}
