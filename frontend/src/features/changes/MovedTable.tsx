/** Everything that moved with one cause, as a forest: ratio and interval of each series on one axis. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { GroupMember } from "@/api/types";
import { RatioRow, ratioDomain } from "@/charts/diverging/RatioRow";
import { SeriesName } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { ChangeEffect, toneOf } from "@/ui/words/ChangeEffect";
import { isConfirmed, NEAREST } from "@/ui/words/changeWords";
import { formatCount, formatValue } from "@/units/format";
import styles from "./Changes.module.css";

interface MovedTableProps {
  project: string;
  members: readonly GroupMember[];
  /** Of all changes of the cause, more than there are rows where a list names only the worst. */
  total: number;
  caption: string;
  /** The change whose page this is. */
  current?: number;
  /** Chosen changes, where they can be chosen. */
  chosen?: ReadonlySet<number>;
  onChoose?: (id: number) => void;
}

const COLOURS = {
  worse: "var(--worse)",
  better: "var(--better)",
  unresolved: "var(--unresolved)",
  environment: "var(--environment)",
  plain: "var(--text)",
} as const;

export function MovedTable(props: MovedTableProps) {
  const { project, members, total, caption, current, chosen, onChoose } = props;
  const plain = useMemo(() => columnsOf(project, members), [project, members]);
  const columns =
    chosen === undefined || onChoose === undefined
      ? plain
      : [choiceOfRow(chosen, onChoose), ...plain];
  const left = total - members.length;
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === current}
      />
      {left > 0 ? (
        <p className={styles.quiet}>
          {formatCount(left)} more; the page of the change has up to 500.
        </p>
      ) : null}
    </>
  );
}

function choiceOfRow(
  chosen: ReadonlySet<number>,
  onChoose: (id: number) => void,
): Column<GroupMember> {
  return {
    id: "choice",
    head: "Selected",
    cell: ({ id, series }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${series.benchmark} ${series.metric}, change ${id}`}
        checked={chosen.has(id)}
        onChange={() => onChoose(id)}
      />
    ),
  };
}

function columnsOf(project: string, members: readonly GroupMember[]): Column<GroupMember>[] {
  const domain = ratioDomain(members);
  return [
    {
      id: "series",
      head: "Series",
      isWide: true,
      sortBy: ({ series }) => `${series.suite} ${series.benchmark} ${series.metric}`,
      cell: (member) => (
        <Link to="/p/$project/changes/$change" params={{ project, change: String(member.id) }}>
          <SeriesName label={member.series} />
        </Link>
      ),
    },
    {
      id: "effect",
      head: "Effect, 95 % interval",
      term: "interval of a change",
      sortBy: ({ ratio }) => ratio,
      cell: (member) => <ChangeEffect change={member} />,
    },
    {
      id: "forest",
      head: "Better or worse, no change at the line",
      cell: (member) => (
        <RatioRow
          {...member}
          domain={domain}
          quantity={member.series}
          colour={COLOURS[toneOf(member)]}
          isHollow={!isConfirmed(member)}
        />
      ),
    },
    {
      id: "levels",
      head: "Before → after",
      term: "level",
      cell: ({ before, after, series }) =>
        `${formatValue(before, series.unit)} → ${formatValue(after, series.unit)}`,
    },
    {
      id: "points",
      head: "Judged on",
      isNumber: true,
      cell: ({ before_n, after_n }) =>
        [before_n, after_n].map((n) => formatCount(Math.min(n, NEAREST))).join(" + "),
    },
    { id: "testbed", head: "Testbed", cell: ({ series }) => series.testbed },
    {
      id: "state",
      head: "State",
      term: "state",
      cell: ({ state, is_acknowledged }) =>
        state === "confirmed" && is_acknowledged ? "acknowledged" : state,
    },
  ];
}
