/** What may explain the verdict: further metrics of the same run, latency curves, profiles. */

import { Link } from "@tanstack/react-router";
import type { ClaimMechanism as Mechanism } from "@/api/types";
import { Section } from "@/ui/layout/Page";
import { ProfileLinks } from "@/ui/links/ProfileLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { formatValue } from "@/units/format";
import styles from "./Claims.module.css";

type Counter = Mechanism["counters"][number];

interface ClaimMechanismProps {
  project: string;
  mechanism: Mechanism;
}

export function ClaimMechanism({ project, mechanism }: ClaimMechanismProps) {
  const { counters, curves, profiles, run_id: run } = mechanism;
  if (counters.length + curves.length + profiles.length === 0) return null;
  return (
    <Section title="What may explain it" aside={`counters of run ${run}`}>
      {counters.length === 0 ? null : (
        <Table
          caption="Further metrics of the same variants"
          columns={columnsOf(counters)}
          rows={counters}
          rowKey={(row) => row.metric}
        />
      )}
      {curves.length === 0 ? null : (
        <p className={styles.line}>
          <Link
            to="/p/$project/runs/$run"
            params={{ project, run: String(run) }}
            search={{ section: "tails", curve: curves.map((one) => String(one.series_id)) }}
          >
            Latency curves of {curves.map((one) => one.label).join(", ")}
          </Link>
        </p>
      )}
      {profiles.length === 0 ? null : <ProfileLinks project={project} profiles={profiles} />}
    </Section>
  );
}

function columnsOf(counters: readonly Counter[]): Column<Counter>[] {
  const labels = [...new Set(counters.flatMap((one) => one.values.map((value) => value.label)))];
  return [
    { id: "metric", head: "Metric", cell: (row) => row.metric },
    ...labels.map(
      (label): Column<Counter> => ({
        id: `of ${label}`,
        head: label,
        isNumber: true,
        cell: (row) =>
          formatValue(row.values.find((one) => one.label === label)?.value ?? null, row.unit),
      }),
    ),
  ];
}
