/** One row in full: what it rests on, its warnings, the samples of both sides, its history. */

import { Link } from "@tanstack/react-router";
import type { ComparedRow, Comparison, ResultSamples } from "@/api/types";
import { chartTitle } from "@/charts/chartTitle";
import { QuantilePlot } from "@/charts/QuantilePlot";
import { Button } from "@/ui/Button";
import { Panel } from "@/ui/Panel";
import { SeriesName } from "@/ui/SeriesName";
import { Skeleton } from "@/ui/Skeleton";
import { formatNumber, formatValue } from "@/units/format";
import styles from "./Compare.module.css";
import { VerdictBadge } from "./CompareTable";
import { onlyRun } from "./compareModel";
import { useSideSamples } from "./compareQuery";

interface RowPanelProps {
  project: string;
  comparison: Comparison;
  row: ComparedRow;
  onClose: () => void;
}

export function RowPanel({ project, comparison, row, onClose }: RowPanelProps) {
  const { series } = row;
  return (
    <Panel label="Row">
      <div className={styles.panelHead}>
        <h2>
          <SeriesName label={series} isFull />
        </h2>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <p>
        <VerdictBadge row={row} /> {row.sentence}.
      </p>
      {row.warnings.map((warning) => (
        <p key={warning} className={styles.quiet}>
          {warning}
        </p>
      ))}
      <Facts row={row} />
      <SampleCurves project={project} comparison={comparison} row={row} />
      <p>
        <Link
          to="/p/$project/explore"
          params={{ project }}
          search={{ series: [...new Set([row.baseline_series, series.id])].map(String) } as never}
        >
          History of this series
        </Link>
      </p>
    </Panel>
  );
}

function Facts({ row }: { row: ComparedRow }) {
  const { baseline, contender, series } = row;
  return (
    <dl className={styles.facts}>
      <Fact name="Baseline">{centre(baseline, series.unit)}</Fact>
      <Fact name="Contender">{centre(contender, series.unit)}</Fact>
      {row.ratio === null ? null : <Fact name="Ratio">{row.ratio.toFixed(4)}</Fact>}
      <Fact name="Estimate">{row.estimator}</Fact>
      <Fact name="Rests on">
        {row.n} {row.basis}
      </Fact>
      {row.p === null ? null : <Fact name="p">{formatNumber(row.p, 2)}</Fact>}
      {row.adjusted_p === null ? null : (
        <Fact name="p over all rows">{formatNumber(row.adjusted_p, 2)}</Fact>
      )}
    </dl>
  );
}

function centre(side: ComparedRow["baseline"], unit: string): string {
  const { value, low, high } = side;
  const ends =
    low === null || high === null
      ? "no interval"
      : `[${formatValue(low, unit)}, ${formatValue(high, unit)}]`;
  const runs = side.runs === 1 ? "" : `, ${side.runs} runs`;
  return `${formatValue(value, unit)} ${ends}, n = ${side.n}${runs}`;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SampleCurves({ project, comparison, row }: Omit<RowPanelProps, "onClose">) {
  const runs = { baseline: onlyRun(comparison.baseline), contender: onlyRun(comparison.contender) };
  const baseline = useSideSamples(project, runs.baseline, row.baseline_series);
  const contender = useSideSamples(project, runs.contender, row.series.id);
  if (runs.baseline === null || runs.contender === null) {
    return <p className={styles.quiet}>A side of several runs shows no single samples here.</p>;
  }
  if (baseline.isError || contender.isError) {
    return <p className={styles.quiet}>The samples could not be loaded.</p>;
  }
  if (baseline.data === undefined || contender.data === undefined) {
    return <Skeleton height={240} label="Loading the samples" />;
  }
  const sides = [
    { name: "baseline", values: samplesOf(baseline.data) },
    { name: "contender", values: samplesOf(contender.data) },
  ];
  if (sides.some(({ values }) => values.length === 0)) {
    return <p className={styles.quiet}>Not both sides have single samples.</p>;
  }
  const { metric, unit, direction } = row.series;
  return <QuantilePlot title={chartTitle(metric, unit, direction)} unit={unit} sides={sides} />;
}

function samplesOf(samples: ResultSamples): number[] {
  return [...samples.samples].sort((a, b) => a - b);
}
