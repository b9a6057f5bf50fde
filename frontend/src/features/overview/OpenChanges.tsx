/** Change points that wait for a person, newest commit first; each leads to its place in the explorer. */

import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ChangePoint } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { ChangeEffect } from "@/ui/ChangeEffect";
import { CommitLink } from "@/ui/CommitLink";
import { isEnvironment } from "@/ui/changeWords";
import { exploreSearch } from "@/ui/pageLinks";
import { RelativeTime } from "@/ui/RelativeTime";
import { SeriesName } from "@/ui/SeriesName";
import { type Column, Table } from "@/ui/Table";
import { formatCount } from "@/units/format";

interface OpenChangesProps {
  project: string;
  changes: readonly ChangePoint[];
}

export function OpenChanges({ project, changes }: OpenChangesProps) {
  const columns = useMemo(() => columnsOf(project), [project]);
  return (
    <Table caption="Open changes" columns={columns} rows={changes} rowKey={(change) => change.id} />
  );
}

function columnsOf(project: string): Column<ChangePoint>[] {
  return [
    {
      id: "effect",
      head: "Effect, 95 % interval",
      sortBy: (change) => change.ratio,
      cell: (change) => <ChangeEffect change={change} />,
    },
    {
      id: "series",
      head: "Series",
      isWide: true,
      sortBy: (change) => `${change.series.suite} ${change.series.benchmark}`,
      cell: (change) => (
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={exploreSearch([change.series.id], change.commit.id)}
        >
          <SeriesName label={change.series} />
        </Link>
      ),
    },
    {
      id: "commit",
      head: "Since",
      isWide: true,
      sortBy: (change) => change.commit.time,
      cell: (change) => <CommitLink commit={change.commit} />,
    },
    {
      id: "time",
      head: "Committed",
      isMinor: true,
      cell: (change) => <RelativeTime at={change.commit.time} />,
    },
    {
      id: "basis",
      head: "Points",
      isNumber: true,
      isMinor: true,
      cell: (change) => `${formatCount(change.before_n)} + ${formatCount(change.after_n)}`,
    },
    {
      id: "state",
      head: "State",
      isMinor: true,
      cell: (change) => (isEnvironment(change) ? null : <Badge>{change.state}</Badge>),
    },
  ];
}
