/** What the pages of one and of two parameters share: the line of the run, and remarks. */

import { Link } from "@tanstack/react-router";
import type { SweepDetail } from "@/api/types";
import { CommitLink } from "@/ui/CommitLink";
import { RelativeTime } from "@/ui/RelativeTime";
import styles from "./Sweeps.module.css";
import { unbroken } from "./sweepsModel";

type Measured = Pick<SweepDetail, "suite" | "benchmark" | "testbed" | "run">;

export function RunLine({ project, sweep }: { project: string; sweep: Measured }) {
  const { run } = sweep;
  return (
    <p className={styles.run}>
      <span>
        {sweep.suite} / {sweep.benchmark} on {sweep.testbed}
      </span>
      <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
        Run {run.id}
      </Link>
      <CommitLink commit={run.commit} />
      <RelativeTime at={run.started_at} />
    </p>
  );
}

export function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks} aria-label="What else it shows">
      {remarks.map((remark) => (
        <li key={remark}>{unbroken(remark)}</li>
      ))}
    </ul>
  );
}
