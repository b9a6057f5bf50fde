/** What the pages of one and of two parameters share: the line of the run, and remarks. */

import { Link } from "@tanstack/react-router";
import type { SweepDetail } from "@/api/types";
import { CommitLink } from "@/ui/links/CommitLink";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Sweeps.module.css";

type Measured = Pick<
  SweepDetail,
  "suite" | "benchmark" | "testbed" | "run" | "runs" | "noisy_machines"
>;

export function RunLine({ project, sweep }: { project: string; sweep: Measured }) {
  const { run } = sweep;
  const newer = Math.max(
    0,
    sweep.runs.findIndex(({ id }) => id === run.id),
  );
  return (
    <>
      <p className={styles.run}>
        <span>
          {sweep.suite} / {sweep.benchmark} on {sweep.testbed}
        </span>
        <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
          Run {run.id}
        </Link>
        <CommitLink commit={run.commit} />
        <RelativeTime at={run.started_at} />
        {newer === 0 ? null : (
          <span className={styles.quiet}>
            {counted(newer, "newer run", "newer runs")} not shown
          </span>
        )}
      </p>
      <NoisyMachines project={project} machines={sweep.noisy_machines} className={styles.quiet} />
    </>
  );
}

export function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks} aria-label="What else it shows">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}
