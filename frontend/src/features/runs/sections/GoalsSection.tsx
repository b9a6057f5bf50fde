/** The goals of a suite in one run: counted, then each with its verdict. */

import type { RunDetail } from "@/api/types";
import { GoalTable } from "@/ui/tables/GoalTable";
import { goalsAnswer } from "@/ui/words/goalWords";
import styles from "../Runs.module.css";

export function GoalsSection({ run }: { run: RunDetail }) {
  const goals = run.conditions?.goals ?? [];
  if (goals.length === 0) {
    return <p className={styles.quiet}>The suite names no goals, or the run measured none.</p>;
  }
  const quantityOf = (metric: string) =>
    run.rows.find(({ series }) => series.metric === metric)?.series;
  return (
    <div className={styles.stack}>
      <p>
        {goalsAnswer(goals)} A ratio is contender over baseline, the median of pairs that were
        measured in the same round. The agent gives less weight to samples that others disturbed.
      </p>
      <GoalTable goals={goals} quantityOf={quantityOf} />
    </div>
  );
}
