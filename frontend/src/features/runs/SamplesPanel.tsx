/** Raw samples of one result in measuring order, with its percentiles. */

import type { ResultSamples, RunDetail, RunResult } from "@/api/types";
import type { TableSwitch } from "@/charts/frame/ChartFigure";
import { chartTitle } from "@/charts/frame/chartTitle";
import { SamplesPlot } from "@/charts/samples/SamplesPlot";
import { Button } from "@/ui/controls/Button";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Panel } from "@/ui/layout/Panel";
import { SeriesName } from "@/ui/links/SeriesName";
import { formatIn, formatInterval, formatNumber, formatValue } from "@/units/format";
import { scaleFor, scaleForAll } from "@/units/scale";
import { CorrectResult } from "./CorrectResult";
import styles from "./Runs.module.css";
import { useSamples } from "./runsQuery";
import { hasSpread, spreadText } from "./spreadWords";

interface SamplesPanelProps {
  project: string;
  run: RunDetail;
  series: number;
  tableSwitch: TableSwitch;
  onClose: () => void;
}

export function SamplesPanel({ project, run, series, tableSwitch, onClose }: SamplesPanelProps) {
  const result = run.rows.find((row) => row.series.id === series);
  return (
    <Panel label="Samples">
      <div className={styles.panelHead}>
        <h2>
          {result === undefined ? (
            "Samples"
          ) : (
            <SeriesName label={result.series} project={project} />
          )}
        </h2>
        {result === undefined ? null : (
          <CorrectResult project={project} run={run} result={result} />
        )}
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {result === undefined ? (
        <p className={styles.quiet}>This run has no such result.</p>
      ) : (
        <SamplesOf project={project} run={run.id} result={result} tableSwitch={tableSwitch} />
      )}
    </Panel>
  );
}

interface SamplesOfProps {
  project: string;
  run: number;
  result: RunResult;
  tableSwitch: TableSwitch;
}

function SamplesOf({ project, run, result, tableSwitch }: SamplesOfProps) {
  const query = useSamples(project, run, result.series.id);
  return (
    <>
      <p>{summaryText(result)}</p>
      <QueryBoundary
        query={query}
        failure="The samples could not be loaded."
        skeleton={<Skeleton height={260} label="Loading the samples" />}
      >
        {(samples) => <Samples samples={samples} basis={result.basis} tableSwitch={tableSwitch} />}
      </QueryBoundary>
    </>
  );
}

interface SamplesProps {
  samples: ResultSamples;
  basis: RunResult["basis"];
  tableSwitch: TableSwitch;
}

function Samples({ samples, basis, tableSwitch }: SamplesProps) {
  const { series } = samples;
  const scale = scaleForAll(series.unit, samples.samples);
  return (
    <div className={styles.samples}>
      {samples.samples.length === 0 ? (
        <p className={styles.quiet}>
          {basis === "histogram"
            ? "A histogram was reported, no single samples."
            : "Summary only, no samples."}
        </p>
      ) : (
        <SamplesPlot
          title={chartTitle(series.metric, scale.label, series.direction)}
          unit={series.unit}
          samples={samples.samples}
          foreignCpu={samples.foreign_cpu}
          tableSwitch={tableSwitch}
          height={260}
        />
      )}
      {samples.percentiles.length === 0 ? null : <Percentiles samples={samples} />}
    </div>
  );
}

function Percentiles({ samples }: { samples: ResultSamples }) {
  const scale = scaleForAll(
    samples.series.unit,
    samples.percentiles.map((one) => one.value),
  );
  return (
    <table className={styles.percentiles}>
      <thead>
        <tr>
          <th scope="col">Percentile</th>
          <th scope="col" className={styles.number}>
            {scale.label === "" ? "Value" : scale.label}
          </th>
        </tr>
      </thead>
      <tbody>
        {samples.percentiles.map(({ percentile, value }) => (
          <tr key={percentile}>
            <th scope="row">{formatNumber(percentile, 5)}</th>
            <td className={styles.number}>{formatIn(value, scale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function summaryText(result: RunResult): string {
  const { value, low, high, n, basis, series } = result;
  const centre = formatValue(value, series.unit);
  const without = hasSpread(result)
    ? `${spreadText(result, scaleFor(series.unit, value))}, without interval`
    : "without interval";
  const interval =
    low === null || high === null ? without : formatInterval(low, high, series.unit, value);
  if (basis === "summary") return `${centre} ${interval}; summary only, no samples.`;
  return `${centre} ${interval}, ${n} ${n === 1 ? "sample" : "samples"}.`;
}
