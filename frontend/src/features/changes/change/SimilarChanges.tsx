/** Changes that look like this one: of the same series together, or of the same benchmark. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SimilarChange } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { CommitLink } from "@/ui/links/CommitLink";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";

interface SimilarChangesProps {
  project: string;
  similar: readonly SimilarChange[];
}

export function SimilarChanges({ project, similar }: SimilarChangesProps) {
  const columns = useMemo(() => columnsOf(project), [project]);
  return (
    <Section title="Similar changes">
      {similar.length === 0 ? (
        <p className={styles.quiet}>
          No other change of this metric of this benchmark, nor of the same series together.
        </p>
      ) : (
        <Table
          caption="Similar changes"
          columns={columns}
          rows={similar}
          rowKey={({ change }) => change.id}
        />
      )}
    </Section>
  );
}

function columnsOf(project: string): Column<SimilarChange>[] {
  return [
    {
      id: "effect",
      head: "Effect, 95 % interval",
      term: "interval of a change",
      sortBy: ({ change }) => change.ratio,
      cell: ({ change }) => <ChangeEffect change={change} />,
    },
    {
      id: "series",
      head: "Series",
      isWide: true,
      cell: ({ change }) => (
        <Link to="/p/$project/changes/$change" params={{ project, change: String(change.id) }}>
          <SeriesName label={change.series} />
        </Link>
      ),
    },
    {
      id: "commit",
      head: "Since",
      isMinor: true,
      cell: ({ commit }) => <CommitLink commit={commit} isShort />,
    },
    { id: "time", head: "Committed", cell: ({ commit }) => <RelativeTime at={commit.time} /> },
    {
      id: "why",
      head: "Alike in",
      isMinor: true,
      cell: ({ why, series }) =>
        why === "same_series" ? `the ${series} series that moved` : "benchmark and metric",
    },
    { id: "state", head: "State", isMinor: true, cell: ({ change }) => change.state },
  ];
}
