/** The runs that came last. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { RunRow } from "@/api/types";
import { CommitLink } from "@/ui/links/CommitLink";
import { SuiteLink } from "@/ui/links/ThingLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import styles from "./Overview.module.css";

export function RecentRuns({ project, runs }: { project: string; runs: readonly RunRow[] }) {
  const columns = useMemo(() => columnsOf(project), [project]);
  return <Table caption="Recent runs" columns={columns} rows={runs} rowKey={(run) => run.id} />;
}

function columnsOf(project: string): Column<RunRow>[] {
  return [
    {
      id: "when",
      head: "Measured",
      cell: (run) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
          <RelativeTime at={run.started_at} />
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
      cell: (run) => <CommitLink commit={run.commit} />,
    },
    { id: "branch", head: "Branch", isMinor: true, cell: (run) => branchText(run) },
    { id: "testbed", head: "Testbed", isMinor: true, cell: (run) => run.testbed },
    {
      id: "results",
      head: "Results",
      isNumber: true,
      cell: (run) => formatCount(run.results),
    },
    { id: "outcome", head: "Changes", isMinor: true, cell: (run) => <Outcome run={run} /> },
  ];
}

function branchText(run: RunRow): string {
  return run.pull_request === null ? run.branch : `${run.branch} (#${run.pull_request})`;
}

function Outcome({ run }: { run: RunRow }) {
  if (run.regressions + run.improvements + run.failures === 0) {
    return <span className={styles.quiet}>nothing</span>;
  }
  return (
    <span className={styles.outcome}>
      {run.regressions === 0 ? null : (
        <span className={styles.worse}>
          {counted(run.regressions, "regression", "regressions")}
        </span>
      )}
      {run.improvements === 0 ? null : (
        <span className={styles.better}>
          {counted(run.improvements, "improvement", "improvements")}
        </span>
      )}
      {run.failures === 0 ? null : (
        <span className={styles.worse}>
          {run.is_vetoed ? "vetoed" : `${formatCount(run.failures)} failed`}
        </span>
      )}
    </span>
  );
}
