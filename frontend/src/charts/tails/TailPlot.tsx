/** Percentile curves of one metric, each with its interval. */

import { useMemo } from "react";
import type { Tail } from "@/api/types";
import type { TableSwitch } from "@/charts/frame/ChartFigure";
import { chartTitle } from "@/charts/frame/chartTitle";
import { LinesPlot } from "@/charts/lines/LinesPlot";
import { scaleForAll } from "@/units/scale";
import { percentileText, tailLines, tailTicks } from "./tailCurves";

interface TailPlotProps {
  tails: readonly Tail[];
  /** Of the curves, in the same order. */
  names: readonly string[];
  tableSwitch?: TableSwitch | undefined;
}

export function TailPlot({ tails, names, tableSwitch }: TailPlotProps) {
  const series = tails[0]?.series;
  const lines = useMemo(() => tailLines(tails, names), [tails, names]);
  if (series === undefined) return null;
  const scale = scaleForAll(
    series.unit,
    tails.flatMap(({ points }) => points.map(({ value }) => value)),
  );
  return (
    <LinesPlot
      title={`Percentiles of ${chartTitle(series.metric, scale.label, series.direction)}`}
      unit={series.unit}
      lines={lines}
      isXLog
      isYLog
      xName="percentile"
      xText={percentileText}
      xTicks={tailTicks}
      notes={[
        "X axis: 1 / (1 − p), one in how many recordings lies beyond",
        "Y axis: logarithmic",
        "Band: 95 % interval, requests taken as independent",
      ]}
      tableSwitch={tableSwitch}
      height={300}
    />
  );
}
