/** What the pages of one and of two parameters share: the line of the run, and remarks. */

import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { SweepDetail } from "@/api/types";
import { CommitLink } from "@/ui/links/CommitLink";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Sweeps.module.css";
import { newerRuns } from "./sweepsModel";

type Measured = Pick<
  SweepDetail,
  | "suite"
  | "benchmark"
  | "testbed"
  | "run"
  | "runs"
  | "answer_runs"
  | "unfit_runs"
  | "noisy_machines"
>;

/** Runs of an answer that are linked one by one. */
const MOST_LINKED = 4;

export function RunLine({ project, sweep }: { project: string; sweep: Measured }) {
  const { run } = sweep;
  const newer = newerRuns(sweep);
  return (
    <>
      <p className={styles.run}>
        <span>
          {sweep.suite} / {sweep.benchmark} on {sweep.testbed}
        </span>
        <CommitLink commit={run.commit} />
        <Answering project={project} runs={sweep.answer_runs} />
        <RelativeTime at={run.started_at} />
        {newer === 0 ? null : (
          <span className={styles.quiet}>
            {counted(newer, "newer run", "newer runs")} not shown
          </span>
        )}
      </p>
      {sweep.unfit_runs.length === 0 ? null : (
        <p className={styles.quiet}>
          Not counted, as the machine was not fit:{" "}
          <Linked project={project} runs={sweep.unfit_runs} />.
        </p>
      )}
      <NoisyMachines project={project} machines={sweep.noisy_machines} className={styles.quiet} />
    </>
  );
}

/** The runs that the answer comes from. */
function Answering({ project, runs }: { project: string; runs: readonly number[] }) {
  const oldestFirst = [...runs].sort((one, other) => one - other);
  return (
    <span>
      {runs.length === 1 ? "from " : `from ${runs.length} runs together: `}
      <Linked project={project} runs={oldestFirst} />
    </span>
  );
}

function Linked({ project, runs }: { project: string; runs: readonly number[] }) {
  const left = runs.slice(MOST_LINKED);
  return (
    <>
      {runs.slice(0, MOST_LINKED).map((id, place) => (
        <Fragment key={id}>
          {place === 0 ? "" : ", "}
          <Link to="/p/$project/runs/$run" params={{ project, run: String(id) }}>
            run {id}
          </Link>
        </Fragment>
      ))}
      {left.length === 0 ? null : <span title={left.join(", ")}> and {left.length} more</span>}
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
