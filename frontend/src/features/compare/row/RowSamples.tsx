/** The samples of both sides of a row: as dots, as quantile curves and as histograms. */

import { useMemo } from "react";
import type { ComparedDetail } from "@/api/types";
import { chartTitle } from "@/charts/frame/chartTitle";
import type { BinnedSide } from "@/charts/samples/binning";
import { DotsPlot } from "@/charts/samples/DotsPlot";
import { HistogramPlot } from "@/charts/samples/HistogramPlot";
import { QuantilePlot } from "@/charts/samples/QuantilePlot";
import { formatValue } from "@/units/format";
import { effectPhrase } from "@/units/verdict";
import styles from "../Compare.module.css";

const SIDES = ["baseline", "contender"] as const;

export function RowSamples({ detail }: { detail: ComparedDetail }) {
  const { metric, unit, direction } = detail.row.series;
  const title = chartTitle(metric, unit, direction);
  const { dots, ascending, binned } = useMemo(() => plotted(detail), [detail]);
  return (
    <section aria-label="Samples" className={styles.part}>
      <h3>Samples</h3>
      {dots === null ? null : (
        <div className={styles.charts}>
          <DotsPlot title={title} unit={unit} sides={dots} />
          <QuantilePlot title={title} unit={unit} sides={ascending} />
          <HistogramPlot title={title} unit={unit} sides={binned} />
        </div>
      )}
      {dots === null && binned.length === 2 ? (
        <HistogramPlot title={title} unit={unit} sides={binned} />
      ) : null}
      {dots === null && binned.length < 2 ? (
        <p className={styles.quiet}>Not both sides have single samples.</p>
      ) : null}
      {detail.percentiles.length === 0 ? null : <Percentiles detail={detail} />}
    </section>
  );
}

/** Samples where both sides have them; else what histograms count. */
function plotted(detail: ComparedDetail) {
  const dots = SIDES.map((name) => ({
    name,
    values: detail.runs.filter((run) => run.side === name).flatMap((run) => run.samples),
  }));
  if (dots.every(({ values }) => values.length > 0)) {
    const ascending = dots.map(({ name, values }) => ({
      name,
      values: [...values].sort((a, b) => a - b),
    }));
    return { dots, ascending, binned: ascending as BinnedSide[] };
  }
  const binned = detail.buckets.map(
    ({ side, lowest, highest, counts }): BinnedSide => ({
      name: side,
      values: lowest.map((low, index) => (low + (highest[index] as number)) / 2),
      counts,
    }),
  );
  return { dots: null, ascending: [], binned };
}

function Percentiles({ detail }: { detail: ComparedDetail }) {
  const { unit, direction, metric } = detail.row.series;
  return (
    <table className={styles.small}>
      <caption className={styles.quiet}>Percentiles of the recordings</caption>
      <thead>
        <tr>
          <th scope="col">Percentile</th>
          <th scope="col">Baseline</th>
          <th scope="col">Contender</th>
          <th scope="col">Difference [95 %]</th>
        </tr>
      </thead>
      <tbody>
        {detail.percentiles.map((one) => (
          <tr key={one.percent}>
            <th scope="row">p{one.percent}</th>
            <td>{formatValue(one.baseline, unit)}</td>
            <td>{formatValue(one.contender, unit)}</td>
            <td>{effectPhrase(one, { unit, direction, metric })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
