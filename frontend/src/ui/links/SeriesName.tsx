/** A series as people say it: benchmark, its parameters, the metric; where it was measured behind it. */

import type { Scalar, SeriesLabel } from "@/api/types";
import styles from "./SeriesName.module.css";
import { BenchmarkLink } from "./ThingLinks";

interface SeriesNameProps {
  label: SeriesLabel;
  /** With suite, testbed and branch. */
  isFull?: boolean;
  /** Given where the benchmark is to lead to its page. */
  project?: string;
}

export function SeriesName({ label, isFull = false, project }: SeriesNameProps) {
  return (
    <span className={styles.name}>
      {isFull ? <span className={styles.quiet}>{label.suite} / </span> : null}
      {project === undefined ? (
        label.benchmark
      ) : (
        <BenchmarkLink project={project} id={label.benchmark_id}>
          {label.benchmark}
        </BenchmarkLink>
      )}
      <span className={styles.quiet}> {parametersText(label.parameters)}</span>
      <span> {label.metric}</span>
      {isFull ? (
        <span className={styles.quiet}>
          {" "}
          on {label.testbed}, {label.branch}
        </span>
      ) : null}
    </span>
  );
}

/** "engine=smol threads=4" */
export function parametersText(parameters: Record<string, Scalar>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
