/** Goals of a suite: verdict and ratio beside the name, also on a phone. */

import type { Goal } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { goalWords, type QuantityOf, ratioText, sidesText, targetText } from "@/ui/words/goalWords";
import { formatCount } from "@/units/format";
import styles from "./GoalTable.module.css";
import { type Column, Table } from "./Table";

interface GoalTableProps {
  goals: readonly Goal[];
  quantityOf: QuantityOf;
}

export function GoalTable({ goals, quantityOf }: GoalTableProps) {
  return (
    <Table
      caption="Goals of the suite"
      columns={columnsOf(quantityOf)}
      rows={goals}
      rowKey={(row) => `${row.goal} ${row.metric} ${sidesText(row)}`}
    />
  );
}

function columnsOf(quantityOf: QuantityOf): Column<Goal>[] {
  return [
    {
      id: "goal",
      head: "Goal",
      sortBy: (row) => row.goal,
      cell: (row) => (
        <div className={styles.goal}>
          {row.goal}
          <div className={styles.quiet}>{sidesText(row)}</div>
        </div>
      ),
    },
    {
      id: "verdict",
      head: "Verdict",
      term: "goal",
      sortBy: (row) => goalWords(row, quantityOf).text,
      cell: (row) => <Verdict goal={row} quantityOf={quantityOf} />,
    },
    { id: "metric", head: "Metric", cell: (row) => row.metric },
    {
      id: "ratio",
      head: "Ratio [95 %]",
      isNumber: true,
      sortBy: (row) => row.ratio ?? null,
      cell: (row) => ratioText(row),
    },
    { id: "target", head: "Target", isNumber: true, cell: targetText },
    {
      id: "pairs",
      head: "Pairs",
      term: "pairs",
      isNumber: true,
      sortBy: (row) => row.pairs,
      cell: (row) => formatCount(row.pairs),
    },
  ];
}

/** The verdict; on phones with ratio and target, whose columns are left out there. */
function Verdict({ goal, quantityOf }: { goal: Goal; quantityOf: QuantityOf }) {
  const { text, tone } = goalWords(goal, quantityOf);
  const more =
    goal.more_pairs == null ? null : `About ${formatCount(goal.more_pairs)} more pairs needed.`;
  return (
    <div className={styles.verdict}>
      <Badge tone={tone}>{text}</Badge>
      <div className={styles.onPhones}>
        {ratioText(goal)}
        <span className={styles.quiet}>
          {" "}
          {goal.metric}, target {targetText(goal)}
        </span>
      </div>
      {goal.reason == null ? null : <div className={styles.quiet}>{goal.reason}</div>}
      {more === null ? null : <div className={styles.quiet}>{more}</div>}
    </div>
  );
}
