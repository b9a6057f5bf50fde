/** The results of both sides in words, the worst first. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { PullJudgement, PullRow } from "@/api/types";
import { RatioRow, ratioDomain } from "@/charts/diverging/RatioRow";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, Table } from "@/ui/tables/Table";
import { exploreSearch } from "@/ui/url/pageLinks";
import { formatCount } from "@/units/format";
import styles from "./Pulls.module.css";
import { colourOf, drawnOf, foldAlike, wordOf } from "./pullsModel";

interface ResultTableProps {
  project: string;
  judgement: PullJudgement;
}

function saidOf(row: PullRow): string {
  return row.levels ? `${row.levels}, ${row.sentence}` : row.sentence;
}

export function ResultTable({ project, judgement }: ResultTableProps) {
  const { rows, compared, why } = judgement;
  const domain = useMemo(() => ratioDomain(rows.map(drawnOf)), [rows]);
  const columns = useMemo<Column<PullRow>[]>(
    () => [
      {
        id: "verdict",
        head: "Verdict",
        cell: (row) => (
          <>
            <Badge tone={wordOf(row).tone}>{wordOf(row).word}</Badge>
            {row.is_gated ? <span className={styles.quiet}> fails the gate</span> : null}
            {row.verdict === "regression" && row.judged_by ? (
              <span className={styles.quiet}> by {row.judged_by}</span>
            ) : null}
          </>
        ),
      },
      {
        id: "name",
        head: "Result",
        isProse: true,
        cell: (row) => (
          <Link
            to="/p/$project/explore"
            params={{ project }}
            search={exploreSearch([row.series]) as never}
          >
            {row.full_name || row.name}
          </Link>
        ),
      },
      { id: "said", head: "Change", isProse: true, cell: saidOf },
      {
        id: "forest",
        head: "Better or worse, no change at the line",
        cell: (row) => (
          <RatioRow
            {...drawnOf(row)}
            domain={domain}
            quantity={row.sentence}
            colour={colourOf(row.verdict)}
            isHollow={row.verdict === "unknown" || row.verdict === "same"}
          />
        ),
      },
      { id: "testbed", head: "Testbed", cell: (row) => row.testbed },
    ],
    [project, domain],
  );
  if (rows.length === 0) {
    return <EmptyState title="Nothing was compared.">{why}</EmptyState>;
  }
  const hidden = compared - rows.length;
  const [shown, folded] = foldAlike(rows);
  return (
    <>
      <Table
        caption="Results, the worst first"
        columns={columns}
        rows={shown}
        rowKey={(row) => row.series}
      />
      {folded.length === 0 ? null : (
        <details>
          <summary>{formatCount(folded.length)} more, the same or unknown</summary>
          <Table
            caption="Further results, the same or unknown"
            columns={columns}
            rows={folded}
            rowKey={(row) => row.series}
          />
        </details>
      )}
      {hidden > 0 ? (
        <p className={styles.quiet}>
          And {formatCount(hidden)} more in the comparison, none of them worse.
        </p>
      ) : null}
    </>
  );
}
