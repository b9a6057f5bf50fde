/** Profiles by name, each leading to its page. */

import { Link } from "@tanstack/react-router";
import type { Profile } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import { parametersText } from "./SeriesName";

export function ProfileLinks({
  project,
  profiles,
}: {
  project: string;
  profiles: readonly Profile[];
}) {
  return (
    <Table
      caption="Profiles"
      columns={columnsOf(project)}
      rows={profiles}
      rowKey={(profile) => profile.id}
    />
  );
}

function columnsOf(project: string): Column<Profile>[] {
  return [
    {
      id: "variant",
      head: "Variant",
      isWide: true,
      cell: (profile) => (
        <Link to="/p/$project/profiles/$profile" params={{ project, profile: String(profile.id) }}>
          {`${profile.benchmark} ${parametersText(profile.parameters)}`.trim()}
        </Link>
      ),
    },
    {
      id: "run",
      head: "Run",
      isNumber: true,
      cell: (profile) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(profile.run) }}>
          {profile.run}
        </Link>
      ),
    },
    {
      id: "samples",
      head: "Samples",
      isNumber: true,
      cell: (profile) => formatCount(profile.samples),
    },
  ];
}
