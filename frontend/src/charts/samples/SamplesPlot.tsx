/** The raw samples of a result in measuring order, with their median and what others used meanwhile. */

import { useMemo } from "react";
import { ComposedChart, Line, ReferenceLine } from "recharts";
import { frameOf, gridLines, plotArea, xAxis, yAxis } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { type Frame, share, xPixel, yPixel } from "@/charts/frame/frame";
import { indexTicks, linearTicks, roomFor, unitOnLast } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { valueAxis } from "@/charts/frame/valueAxis";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { formatPercent, formatValue } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { median } from "./median";
import { valueColumn } from "./valueColumn";

interface SamplesPlotProps {
  title: string;
  unit: string;
  samples: readonly number[];
  /** Share of the machine that others used during each sample. */
  foreignCpu?: readonly number[] | null;
  tableSwitch?: TableSwitch;
  height?: number;
}

export function SamplesPlot(props: SamplesPlotProps) {
  const { title, unit, samples, foreignCpu } = props;
  const notes = [
    `Median ${formatValue(median(samples), unit)} of ${counted(samples.length, "sample")}, in measuring order`,
  ];
  if (foreignCpu) notes.push("Violet: share of the machine that others used");
  return (
    <ChartFigure
      title={title}
      notes={notes}
      tableSwitch={props.tableSwitch}
      table={() => <SamplesTable {...props} />}
      csv={() => [
        ["sample", `value (${unit})`, "foreign CPU"],
        ...samples.map((value, index) => [index + 1, value, foreignCpu?.[index] ?? null]),
      ]}
    >
      <Stage {...props} />
    </ChartFigure>
  );
}

function Stage({ title, unit, samples, foreignCpu, height = 180 }: SamplesPlotProps) {
  const [ref, width] = useWidth();
  const { frame, xTicks, yTicks, rows } = useMemo(
    () => layout(samples, unit, width, height),
    [samples, unit, width, height],
  );
  return (
    <div ref={ref} className={styles.stage} style={{ height }} role="img" aria-label={title}>
      <ComposedChart {...plotArea(frame)} data={rows}>
        {gridLines(frame, yTicks)}
        {xAxis(frame, xTicks)}
        {yAxis(frame, yTicks)}
        <ReferenceLine
          y={share(frame.y, median(samples))}
          stroke="var(--text-quiet)"
          strokeDasharray="4 3"
        />
        <Line
          dataKey="y"
          stroke="var(--series-muted)"
          strokeWidth={1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
      <Dots frame={frame} samples={samples} foreignCpu={foreignCpu ?? null} />
    </div>
  );
}

interface DotsProps {
  frame: Frame;
  samples: readonly number[];
  foreignCpu: readonly number[] | null;
}

function Dots({ frame, samples, foreignCpu }: DotsProps) {
  const tall = frame.bottom - frame.top;
  const dots = samples.map(
    (value, index) =>
      `M${xPixel(frame, index + 1).toFixed(1)} ${yPixel(frame, value).toFixed(1)}h0`,
  );
  const bars = (foreignCpu ?? []).map(
    (part, index) =>
      `M${xPixel(frame, index + 1).toFixed(1)} ${frame.bottom}v${(-part * tall).toFixed(1)}`,
  );
  const width = Math.max(1, Math.min(8, ((frame.right - frame.left) / samples.length) * 0.5));
  return (
    <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
      <path
        d={bars.join("")}
        stroke="var(--environment)"
        strokeOpacity={0.35}
        strokeWidth={width}
      />
      <path
        d={dots.join("")}
        stroke="var(--series-1)"
        strokeWidth={5}
        strokeLinecap="round"
        data-mark="samples"
      />
    </svg>
  );
}

function layout(samples: readonly number[], unit: string, width: number, height: number) {
  const y = valueAxis(
    samples.map((value) => ({ y: value, low: null, high: null })),
    false,
    false,
  );
  const scale = scaleForAll(unit, [y.low, y.high]);
  const yTicks = unitOnLast(linearTicks(y.low, y.high, 4, scale), scale);
  const x = { low: 0.5, high: samples.length + 0.5 };
  const frame = frameOf(width, height, x, y, yTicks);
  const xTicks = indexTicks(1, samples.length, roomFor(frame.right - frame.left, 4));
  const rows = samples.map((value, index) => ({ x: share(x, index + 1), y: share(y, value) }));
  return { frame, xTicks: xTicks.map((at) => ({ at, label: String(at) })), yTicks, rows };
}

interface Row {
  number: number;
  value: number;
  foreign: number | null;
}

function SamplesTable({ unit, samples, foreignCpu }: SamplesPlotProps) {
  const scale = scaleForAll(unit, samples);
  const columns: Column<Row>[] = [
    { id: "number", head: "Sample", isNumber: true, cell: (row) => row.number },
    valueColumn(scale),
    {
      id: "foreign",
      head: "Others' CPU",
      isNumber: true,
      sortBy: (row) => row.foreign,
      cell: (row) => (row.foreign === null ? "" : formatPercent(row.foreign)),
    },
  ];
  const rows = samples.map((value, index) => ({
    number: index + 1,
    value,
    foreign: foreignCpu?.[index] ?? null,
  }));
  return (
    <Table
      caption="Samples in measuring order"
      columns={foreignCpu ? columns : columns.slice(0, 2)}
      rows={rows}
      rowKey={(row) => row.number}
    />
  );
}
