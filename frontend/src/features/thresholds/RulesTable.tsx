/** The rules in their order, the standard last: what each asks for, and how many series it judges. */

import { Link } from "@tanstack/react-router";
import { type Column, Table } from "@/ui/tables/Table";
import { formatFilters } from "@/ui/url/filters";
import styles from "./Thresholds.module.css";
import { actionText, effectText, type JudgingRow, reachText } from "./thresholdsModel";

export function RulesTable({ project, rows }: { project: string; rows: readonly JudgingRow[] }) {
  const columns: Column<JudgingRow>[] = [
    { id: "number", head: "No.", isNumber: true, cell: ({ number }) => number || "–" },
    {
      id: "rule",
      head: "Rule",
      isProse: true,
      cell: ({ name, words }) => (
        <>
          {name} <span className={styles.quiet}>{words}</span>
        </>
      ),
    },
    { id: "effect", head: "Minimum effect", isNumber: true, cell: effectText },
    { id: "sensitivity", head: "Sensitivity", term: "sensitivity", cell: (row) => row.sensitivity },
    { id: "action", head: "Action", term: "gate", cell: actionText },
    {
      id: "series",
      head: "Series judged",
      isNumber: true,
      cell: (row) =>
        row.filters === null || row.matched === 0 ? (
          reachText(row)
        ) : (
          <Link
            to="/p/$project/explore"
            params={{ project }}
            search={formatFilters(row.filters)}
            aria-label={`${reachText(row)}, of rule ${row.number}`}
          >
            {reachText(row)}
          </Link>
        ),
    },
  ];
  return (
    <Table
      caption="Rules, of which the last that matches a series judges it"
      columns={columns}
      rows={rows}
      rowKey={({ number }) => number}
      isStacked
    />
  );
}
