/** Has an agent measure two runs of a comparison again, whole or one row, and shows its answer. */

import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "./MeasureMore";
import { type MeasuredRuns, useMeasure, useMeasurements } from "./measureQuery";

interface MeasureRunsProps {
  project: string;
  runs: MeasuredRuns;
  /** Of one row: the effect that is to be upheld or refuted. */
  ratio?: number;
}

export function MeasureRuns({ project, runs, ratio }: MeasureRunsProps) {
  const jobs = useMeasurements(project, runs, useIsPainted(true));
  const ask = useMeasure(project, runs, ratio === undefined ? {} : { ratio });
  const name = nameOf(runs);
  return <MeasureMore project={project} jobs={jobs} ask={ask} name={name} />;
}

function nameOf({ against, series }: MeasuredRuns): string {
  if (against === undefined) return "Measure more rounds";
  return series === undefined ? "Measure both commits again" : "Measure until it is decided";
}
