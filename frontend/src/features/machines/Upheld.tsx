/** How many suspicions an agent of a machine upheld, and how many it refuted. */

import { Link } from "@tanstack/react-router";
import styles from "./Machines.module.css";
import { tallyText } from "./machinesModel";
import { useTallies } from "./machinesQuery";

export function Upheld({ project, machine }: { project: string; machine: number }) {
  const { data } = useTallies(project);
  if (data === undefined) return null;
  const tally = data.rows.find((one) => one.machine_id === machine);
  return (
    <p className={styles.quiet}>
      {tallyText(tally)}{" "}
      <Link to="/p/$project/jobs" params={{ project }}>
        Jobs
      </Link>
    </p>
  );
}
