/** Which cells of a sweep are measured, and a button that has the best value found. */

import type { SweepCurve, SweepDetail } from "@/api/types";
import { curveName } from "@/charts/sweep/sweepModel";
import { Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "@/ui/measuring/MeasureMore";
import { type Column, Table } from "@/ui/tables/Table";
import { cellText, coverageText, valuesOf } from "./coverage";
import { useJobsOfSweep, useRefine } from "./sweepsQuery";

interface SweepCoverageProps {
  project: string;
  benchmark: number;
  sweep: SweepDetail;
}

export function SweepCoverage({ project, benchmark, sweep }: SweepCoverageProps) {
  const { axis, metric, testbed, branch, run, margin } = sweep;
  const where = { axis, metric, testbed, branch, run: run.id, margin };
  const jobs = useJobsOfSweep(project, benchmark, where, useIsPainted(true));
  const ask = useRefine(project, benchmark, where);
  const columns: Column<SweepCurve>[] = [
    { id: "curve", head: "Curve", cell: (curve) => curveName(curve) || metric },
    ...valuesOf(sweep).map((x) => ({
      id: String(x),
      head: `${x}`,
      label: `${axis} = ${x}:`,
      isNumber: true,
      cell: (curve: SweepCurve) => cellText(curve, x, sweep),
    })),
  ];
  return (
    <Section
      title="Coverage"
      aside={`${coverageText(sweep)}; measurements per ${axis}, * may be best`}
    >
      <Table
        caption={`Measurements by ${axis}; * may be best`}
        columns={columns}
        rows={sweep.curves}
        rowKey={curveName}
      />
      <MeasureMore
        project={project}
        jobs={jobs}
        ask={ask}
        name={`Find the best ${axis}`}
        part=" for the first 3 rounds of at most 40"
      />
    </Section>
  );
}
