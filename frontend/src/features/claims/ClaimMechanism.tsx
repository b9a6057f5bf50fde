/** What may explain the verdict: further metrics of the same run, latency curves, profiles. */

import { Link } from "@tanstack/react-router";
import { useTails } from "@/api/tails";
import type { ClaimMechanism as Mechanism } from "@/api/types";
import { TailPlot } from "@/charts/tails/TailPlot";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { AddressLink } from "@/ui/links/AddressLink";
import { ProfileLinks } from "@/ui/links/ProfileLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { formatValue } from "@/units/format";
import styles from "./Claims.module.css";

const CURVES_HEIGHT = 380;

type Counter = Mechanism["counters"][number];

interface ClaimMechanismProps {
  project: string;
  mechanism: Mechanism;
}

export function ClaimMechanism({ project, mechanism }: ClaimMechanismProps) {
  const { counters, curves, profiles, pages, run_id: run } = mechanism;
  if (counters.length + curves.length + profiles.length + pages.length === 0) return null;
  return (
    <Section title="What may explain it" aside={`counters of run ${run}`}>
      {pages.length === 0 ? null : (
        <p className={styles.line}>
          {pages.map(({ title, address }) => (
            <AddressLink key={address} address={`/p/${project}${address}`}>
              {title}
            </AddressLink>
          ))}
        </p>
      )}
      {counters.length === 0 ? null : (
        <Table
          caption="Further metrics of the same variants"
          columns={columnsOf(counters)}
          rows={counters}
          rowKey={(row) => row.metric}
        />
      )}
      {curves.length === 0 ? null : (
        <WhenSeen height={CURVES_HEIGHT}>
          <Curves project={project} run={run} curves={curves} />
        </WhenSeen>
      )}
      {profiles.length === 0 ? null : <ProfileLinks project={project} profiles={profiles} />}
    </Section>
  );
}

interface CurvesProps {
  project: string;
  run: number;
  curves: Mechanism["curves"];
}

/** Latencies of the variants of the statement that decides, as far as they were recorded. */
function Curves({ project, run, curves }: CurvesProps) {
  const ids = curves.map((one) => one.series_id);
  const query = useTails(project, run, ids);
  return (
    <QueryBoundary
      query={query}
      failure="The latency curves could not be loaded."
      skeleton={<Skeleton height={CURVES_HEIGHT} label="Loading the latency curves" />}
    >
      {({ rows }) => (
        <>
          <TailPlot
            tails={rows}
            names={rows.map(
              ({ series }) => curves.find((one) => one.series_id === series.id)?.label ?? "",
            )}
          />
          <p className={styles.line}>
            <Link
              to="/p/$project/runs/$run"
              params={{ project, run: String(run) }}
              search={{ section: "tails", curve: ids.map(String) }}
            >
              These curves and those of other variants
            </Link>
          </p>
        </>
      )}
    </QueryBoundary>
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
