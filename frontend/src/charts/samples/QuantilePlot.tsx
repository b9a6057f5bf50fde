/** Quantile curves of a few lists of samples: what share of the samples lies below each value. */

import { useMemo } from "react";
import { frameOf } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { PlotGrid } from "@/charts/frame/PlotGrid";
import { sideColour } from "@/charts/frame/palette";
import { linearTicks, unitOnLast } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { valueAxis } from "@/charts/frame/valueAxis";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { formatIn, formatValue } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { median } from "./median";

interface QuantileSide {
  name: string;
  /** Ascending. */
  values: readonly number[];
}

interface QuantilePlotProps {
  title: string;
  unit: string;
  sides: readonly QuantileSide[];
  tableSwitch?: TableSwitch;
  height?: number;
}

const SHARES = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${100 * at}\u202f%` }));

export function QuantilePlot(props: QuantilePlotProps) {
  const { title, unit, sides } = props;
  const notes = sides.map(
    ({ name, values }) =>
      `${name}: median ${formatValue(median(values), unit)} of ${counted(values.length, "sample")}`,
  );
  return (
    <ChartFigure
      title={`${title}, by share of the samples`}
      notes={notes}
      tableSwitch={props.tableSwitch}
      table={() => <QuantileTable unit={unit} sides={sides} />}
      csv={() => [
        ["side", "rank", `value (${unit})`],
        ...sides.flatMap(({ name, values }) =>
          values.map((value, index) => [name, index + 1, value]),
        ),
      ]}
    >
      <Stage {...props} />
    </ChartFigure>
  );
}

function Stage({ title, unit, sides, height = 220 }: QuantilePlotProps) {
  const [ref, width] = useWidth();
  const { frame, yTicks } = useMemo(
    () => layout(sides, unit, width, height),
    [sides, unit, width, height],
  );
  return (
    <div ref={ref} className={styles.stage} style={{ height }}>
      <svg width={frame.width} height={frame.height} role="img" aria-label={title}>
        <PlotGrid frame={frame} yTicks={yTicks} xTicks={SHARES} />
        {sides.map((side, index) => (
          <g key={side.name} data-mark={side.name}>
            <path
              d={steps(frame, side.values)}
              fill="none"
              stroke={sideColour(index)}
              strokeWidth={1.5}
              strokeDasharray={index === 0 ? "5 3" : undefined}
            />
            <text
              x={xPixel(frame, 1) + 4}
              y={yPixel(frame, side.values.at(-1) ?? 0) + 4 + 12 * (index - 0.5)}
              fill={sideColour(index)}
              fontSize={12}
            >
              {side.name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** One step a sample: the k-th of n reaches from share (k − 1) / n to k / n. */
function steps(frame: Frame, values: readonly number[]): string {
  const points = values.flatMap((value, index) => [
    [index / values.length, value],
    [(index + 1) / values.length, value],
  ]);
  return points
    .map(([x = 0, y = 0], index) => {
      const place = `${xPixel(frame, x).toFixed(1)} ${yPixel(frame, y).toFixed(1)}`;
      return `${index === 0 ? "M" : "L"}${place}`;
    })
    .join("");
}

function layout(sides: readonly QuantileSide[], unit: string, width: number, height: number) {
  const y = valueAxis(
    sides.flatMap(({ values }) => values.map((value) => ({ y: value, low: null, high: null }))),
    false,
    false,
  );
  const scale = scaleForAll(unit, [y.low, y.high]);
  const yTicks = unitOnLast(linearTicks(y.low, y.high, 4, scale), scale);
  const frame = frameOf(width, height, { low: 0, high: 1 }, y, yTicks);
  return { frame: { ...frame, right: frame.right - ROOM_FOR_NAMES }, yTicks };
}

/** Right of the curves. */
const ROOM_FOR_NAMES = 56;

interface Row {
  share: number;
  values: (number | null)[];
}

const LISTED = [0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 1];

function QuantileTable({ unit, sides }: Pick<QuantilePlotProps, "unit" | "sides">) {
  const scale = scaleForAll(
    unit,
    sides.flatMap(({ values }) => [...values]),
  );
  const columns: Column<Row>[] = [
    {
      id: "share",
      head: "Share of the samples",
      isNumber: true,
      cell: (row) => `${Math.round(100 * row.share)}\u202f%`,
    },
    ...sides.map(
      ({ name }, index): Column<Row> => ({
        id: name,
        head: scale.label === "" ? name : `${name} (${scale.label})`,
        isNumber: true,
        cell: (row) => formatIn(row.values[index], scale, 4),
      }),
    ),
  ];
  const rows = LISTED.map((share) => ({
    share,
    values: sides.map(({ values }) => quantile(values, share)),
  }));
  return <Table caption="Quantiles" columns={columns} rows={rows} rowKey={(row) => row.share} />;
}

/** The sample at a share of an ascending list: the smallest that has so many at or below it. */
function quantile(values: readonly number[], share: number): number | null {
  return values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? null;
}
