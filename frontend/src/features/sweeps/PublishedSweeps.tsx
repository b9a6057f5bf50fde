/** Published tables over one parameter, drawn as the sweeps that they are. */

import { Link } from "@tanstack/react-router";
import { useRead } from "@/api/useRead";
import { SweepThumb } from "@/charts/thumbs/Thumb";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { formatValue } from "@/units/format";
import { type PublishedSweep, publishedSweeps } from "./publishedModel";

export function PublishedSweeps({ project }: { project: string }) {
  const { data } = useRead([project, "claims"], "claims", { project });
  const rows = publishedSweeps(data?.rows ?? []);
  if (rows.length === 0) return null;
  return (
    <Section title="Published" aside="Figures of others, without intervals.">
      <Table
        caption="Published sweeps"
        columns={columnsOf(project)}
        rows={rows}
        rowKey={({ claim, place }) => `${claim} ${place}`}
      />
    </Section>
  );
}

function columnsOf(project: string): Column<PublishedSweep>[] {
  return [
    {
      id: "claim",
      head: "Claim",
      isProse: true,
      cell: ({ claim, title }) => (
        <Link to="/p/$project/claims/$claim" params={{ project, claim: String(claim) }}>
          {title}
        </Link>
      ),
    },
    { id: "curve", head: "Curve", cell: ({ best }) => <SweepThumb best={best} /> },
    {
      id: "sweep",
      head: "Benchmark",
      cell: ({ benchmark, best }) => `${benchmark} over ${best.axis}`,
    },
    {
      id: "values",
      head: "Values",
      isNumber: true,
      cell: ({ best }) => best.curves[0]?.values,
    },
    {
      id: "best",
      head: "Published as best",
      isProse: true,
      cell: ({ published, best }) => {
        const [curve] = best.curves;
        const is = curve !== undefined && curve.best_set.length > 0;
        return is
          ? `${published}: ${best.metric} ${formatValue(curve.value, best.unit)}`
          : published;
      },
    },
  ];
}
