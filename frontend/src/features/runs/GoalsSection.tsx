/** The goals of a suite, each as ratio, interval and pairs, and whether it was met in this run. */

import type { Goal } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { type Column, Table } from "@/ui/Table";
import { formatCount } from "@/units/format";
import { goalsAnswer, goalWords, ratioText, sidesText, targetText } from "./conditionsModel";
import styles from "./Runs.module.css";

const COLUMNS: Column<Goal>[] = [
  {
    id: "goal",
    head: "Goal",
    isProse: true,
    sortBy: (row) => row.goal,
    cell: (row) => (
      <>
        {row.goal}
        <div className={styles.quiet}>{sidesText(row)}</div>
      </>
    ),
  },
  {
    id: "verdict",
    head: "Verdict",
    isProse: true,
    sortBy: (row) => goalWords(row).text,
    cell: (row) => <Verdict goal={row} />,
  },
  { id: "metric", head: "Metric", isMinor: true, cell: (row) => row.metric },
  {
    id: "ratio",
    head: "Ratio [95 %]",
    isNumber: true,
    sortBy: (row) => row.ratio ?? null,
    cell: (row) => ratioText(row),
  },
  { id: "target", head: "Target", isNumber: true, isMinor: true, cell: targetText },
  {
    id: "pairs",
    head: "Pairs",
    isNumber: true,
    isMinor: true,
    sortBy: (row) => row.pairs,
    cell: (row) => formatCount(row.pairs),
  },
];

function Verdict({ goal }: { goal: Goal }) {
  const { text, tone } = goalWords(goal);
  const more =
    goal.more_pairs == null ? null : `About ${formatCount(goal.more_pairs)} more pairs would tell.`;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {goal.reason == null ? null : <div className={styles.quiet}>{goal.reason}</div>}
      {more === null ? null : <div className={styles.quiet}>{more}</div>}
    </>
  );
}

export function GoalsSection({ goals }: { goals: readonly Goal[] }) {
  if (goals.length === 0) {
    return <p className={styles.quiet}>The suite names no goals, or the run measured none.</p>;
  }
  return (
    <div className={styles.stack}>
      <p>
        {goalsAnswer(goals)} A ratio is contender over baseline, the median of pairs that were
        measured in the same round. The agent gives less weight to samples that others disturbed.
      </p>
      <Table
        caption="Goals of the suite"
        columns={COLUMNS}
        rows={goals}
        rowKey={(row) => `${row.goal} ${row.metric} ${sidesText(row)}`}
      />
    </div>
  );
}
