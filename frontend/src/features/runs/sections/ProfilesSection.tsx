/** Where variants spent their time: shares of what the suite names together, and every function. */

import { Link } from "@tanstack/react-router";
import type { Profile, ProfileDetail } from "@/api/types";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatValue, MISSING } from "@/units/format";
import { formatShare } from "@/units/share";
import styles from "../Runs.module.css";
import { useProfile } from "../runsQuery";

interface ProfilesSectionProps {
  project: string;
  profiles: readonly Profile[];
  /** Id of the one that is shown; null: the first. */
  chosen: number | null;
  onChoose: (profile: number) => void;
}

export function ProfilesSection({ project, profiles, chosen, onChoose }: ProfilesSectionProps) {
  const profile = profiles.find(({ id }) => id === chosen) ?? profiles[0];
  if (profile === undefined) {
    return (
      <p className={styles.quiet}>
        This run has no profiles. <code>tidemark-agent run --profile</code> takes them after the
        last round, where perf is installed; of benchmarks that count allocations everywhere.
      </p>
    );
  }
  return (
    <div className={styles.stack}>
      <FilterBar>
        <Select
          label="Variant"
          choices={profiles.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          value={String(profile.id)}
          onChange={(id) => onChoose(Number(id))}
        />
      </FilterBar>
      <p className={styles.note}>
        {aboutText(profile)}{" "}
        <Link to="/p/$project/profiles/$profile" params={{ project, profile: String(profile.id) }}>
          Flame graph and comparison
        </Link>{" "}
        ·{" "}
        <a href={`/api/v1/projects/${project}/profiles/${profile.id}/stacks`} download>
          Folded stacks
        </a>
      </p>
      {profile.groups.length === 0 ? null : <Groups profile={profile} />}
      <Functions project={project} profile={profile} />
    </div>
  );
}

function nameOf({ benchmark, parameters, kind }: Profile): string {
  const name = `${benchmark} ${parametersText(parameters)}`.trim();
  return kind === "cpu" ? name : `${name}, ${QUANTITIES[kind]}`;
}

const QUANTITIES = {
  cpu: "CPU time",
  allocations: "allocations",
  allocated_bytes: "bytes allocated",
};

/** "2 034 samples by perf, 997 a second of CPU time; 98.7 % have a name." */
function aboutText(profile: Profile): string {
  const rate = profile.frequency === null ? "" : `, ${profile.frequency} a second of CPU time`;
  const count =
    profile.kind === "allocated_bytes"
      ? formatValue(profile.samples, "B")
      : counted(profile.samples, profile.kind === "cpu" ? "sample" : "allocation");
  const parts = [`${count}${rate}, taken by ${profile.tool}.`];
  if (profile.with_symbols !== null) {
    parts.push(`${formatShare(profile.with_symbols)} of them have a name.`);
  }
  if (profile.lost > 0) {
    const who = profile.kind === "cpu" ? "The kernel dropped" : "There was no room for";
    parts.push(`${who} ${formatCount(profile.lost)}.`);
  }
  if (profile.trimmed_samples > 0) {
    parts.push(
      `${formatCount(profile.trimmed_samples)} in the smallest stacks are not shown one by one.`,
    );
  }
  parts.push(
    "The processes profiled are in no result. Behind a name, _[k] marks the kernel, _[i] what the compiler inlined.",
  );
  return parts.join(" ");
}

type Group = Profile["groups"][number];

const GROUPS: Column<Group>[] = [
  { id: "name", head: "What", cell: (row) => row.name },
  {
    id: "self",
    head: "Self [95 %]",
    isNumber: true,
    sortBy: (row) => row.self_share,
    cell: (row) => shareText(row.self_share, row.self_low, row.self_high),
  },
  {
    id: "total",
    head: "Total [95 %]",
    isNumber: true,
    sortBy: (row) => row.share,
    cell: (row) => shareText(row.share, row.low, row.high),
  },
  {
    id: "samples",
    head: "Samples",
    isNumber: true,
    cell: (row) => formatCount(row.samples),
  },
];

function shareText(share: number, low: number | null, high: number | null): string {
  const ends = low === null || high === null ? "" : ` [${percents(low)}, ${percents(high)}]`;
  return `${formatShare(share)}${ends}`;
}

function percents(share: number): string {
  return (100 * share).toFixed(1);
}

function Groups({ profile }: { profile: Profile }) {
  return (
    <Section title="What the suite counts together">
      <Table
        caption={`Shares of ${QUANTITIES[profile.kind]}; a sample may be in several`}
        columns={GROUPS}
        rows={profile.groups}
        rowKey={(row) => row.name}
      />
    </Section>
  );
}

function Functions({ project, profile }: { project: string; profile: Profile }) {
  const query = useProfile(project, profile.id);
  return (
    <QueryBoundary
      query={query}
      failure="The functions of this profile could not be loaded."
      skeleton={<Skeleton height={320} label="Loading the functions" />}
    >
      {(detail) => <FunctionTable detail={detail} />}
    </QueryBoundary>
  );
}

type FunctionTime = ProfileDetail["functions"][number];

function FunctionTable({ detail }: { detail: ProfileDetail }) {
  const share = (samples: number) => samples / detail.samples;
  const columns: Column<FunctionTime>[] = [
    {
      id: "name",
      head: "Function",
      isWide: true,
      sortBy: (row) => row.name,
      cell: (row) => <span title={row.name}>{row.name || MISSING}</span>,
    },
    {
      id: "self",
      head: "Self",
      isNumber: true,
      sortBy: (row) => row.self_samples,
      cell: (row) => formatShare(share(row.self_samples)),
    },
    {
      id: "total",
      head: "Total",
      isNumber: true,
      sortBy: (row) => row.total_samples,
      cell: (row) => formatShare(share(row.total_samples)),
    },
  ];
  const rest = (detail.function_count ?? 0) - detail.functions.length;
  return (
    <Section
      title="Functions"
      aside={rest > 0 ? `${formatCount(rest)} with least are left out` : undefined}
    >
      <Table
        caption={`Functions by ${QUANTITIES[detail.kind]}`}
        columns={columns}
        rows={detail.functions}
        rowKey={(row) => row.name}
      />
    </Section>
  );
}
