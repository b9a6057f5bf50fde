/** Every change of a week in one table: what, its shape, since when, whose, how old. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { TriageReport } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SeriesName } from "@/ui/links/SeriesName";
import { SinceCommit } from "@/ui/links/SinceCommit";
import { type Column, Table } from "@/ui/tables/Table";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";
import { type Shape, shapesOf } from "../changesModel";
import { useShapes } from "../changesQuery";
import { ShapeLine } from "../list/GroupRows";
import { type WeekRow, weekRows } from "./weekModel";

interface WeekTableProps {
  project: string;
  report: TriageReport;
}

export function WeekTable({ project, report }: WeekTableProps) {
  const rows = useMemo(() => weekRows(report), [report]);
  const series = useMemo(() => [...new Set(rows.map(({ group }) => group.lead.series.id))], [rows]);
  const histories = useShapes(project, series);
  const shapes = useMemo(() => shapesOf(histories), [histories]);
  const columns = useMemo(() => columnsOf(project, shapes), [project, shapes]);
  if (rows.length === 0) return <EmptyState title="No change was found this week." />;
  return (
    <Table
      caption="Changes of the week"
      columns={columns}
      rows={rows}
      rowKey={({ group }) => String(group.number)}
    />
  );
}

function columnsOf(project: string, shapes: ReadonlyMap<number, Shape>): Column<WeekRow>[] {
  return [
    {
      id: "change",
      head: "Change",
      isWide: true,
      cell: ({ group }) => (
        <Link
          to="/p/$project/alert-groups/$group"
          params={{ project, group: String(group.number) }}
        >
          #{group.number} <ChangeEffect change={group.lead} />{" "}
          <SeriesName label={group.lead.series} />
        </Link>
      ),
    },
    {
      id: "shape",
      head: "History",
      cell: ({ group }) => (
        <div className={styles.shape}>
          <ShapeLine group={group} shape={shapes.get(group.lead.series.id)} />
        </div>
      ),
    },
    { id: "part", head: "State", sortBy: ({ part }) => part, cell: ({ part }) => part },
    {
      id: "since",
      head: "Since",
      cell: ({ group }) => <SinceCommit group={group} isShort />,
    },
    {
      id: "owner",
      head: "Owner",
      sortBy: ({ owner }) => owner,
      cell: ({ owner }) => owner || "unassigned",
    },
    {
      id: "age",
      head: "Found",
      sortBy: ({ group }) => group.opened_at,
      cell: ({ group }) => <RelativeTime at={group.opened_at} />,
    },
  ];
}
