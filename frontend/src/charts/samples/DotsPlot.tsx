/** The samples of a few sides as dots, each side in measuring order, with its median as a line. */

import { useMemo } from "react";
import { frameOf } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { PlotGrid } from "@/charts/frame/PlotGrid";
import { sideColour } from "@/charts/frame/palette";
import { linearTicks, unitOnLast } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { valueAxis } from "@/charts/frame/valueAxis";
import { type Column, Table } from "@/ui/tables/Table";
import { scaleForAll } from "@/units/scale";
import { median } from "./median";
import { valueColumn } from "./valueColumn";

interface DotSide {
  name: string;
  /** In measuring order, run by run. */
  values: readonly number[];
}

interface DotsPlotProps {
  title: string;
  unit: string;
  sides: readonly DotSide[];
  height?: number;
}

export function DotsPlot(props: DotsPlotProps) {
  const { title, unit, sides } = props;
  return (
    <ChartFigure
      title={`${title}, samples`}
      notes={["Each side in measuring order; the line is its median"]}
      table={() => <DotTable unit={unit} sides={sides} />}
      csv={() => [
        ["side", "sample", `value (${unit})`],
        ...sides.flatMap(({ name, values }) =>
          values.map((value, index) => [name, index + 1, value]),
        ),
      ]}
    >
      <Stage {...props} />
    </ChartFigure>
  );
}

function Stage({ title, unit, sides, height = 220 }: DotsPlotProps) {
  const [ref, width] = useWidth();
  const { frame, ticks } = useMemo(
    () => layout(sides, unit, width, height),
    [sides, unit, width, height],
  );
  return (
    <div ref={ref} className={styles.stage} style={{ height }}>
      <svg width={frame.width} height={frame.height} role="img" aria-label={`${title}, samples`}>
        <PlotGrid frame={frame} yTicks={ticks} />
        {sides.map((side, index) => (
          <Dots key={side.name} frame={frame} side={side} index={index} />
        ))}
      </svg>
    </div>
  );
}

function Dots({ frame, side, index }: { frame: Frame; side: DotSide; index: number }) {
  const { name, values } = side;
  const left = index + GAP / 2;
  const place = (order: number) =>
    xPixel(frame, left + ((1 - GAP) * (order + 0.5)) / values.length);
  const dots = values.map(
    (value, order) => `M${place(order).toFixed(1)} ${yPixel(frame, value).toFixed(1)}h0`,
  );
  const colour = sideColour(index);
  return (
    <g data-mark={name}>
      <path
        d={dots.join("")}
        stroke={colour}
        strokeWidth={values.length > 300 ? 3 : 5}
        strokeOpacity={0.75}
        strokeLinecap="round"
      />
      <path
        d={`M${xPixel(frame, left)} ${yPixel(frame, median(values))}H${xPixel(frame, left + 1 - GAP)}`}
        stroke="var(--text)"
        strokeWidth={1.5}
        strokeDasharray={index === 0 ? "5 3" : undefined}
      />
      <text
        x={xPixel(frame, index + 0.5)}
        y={frame.bottom + 16}
        textAnchor="middle"
        fill={colour}
        fontSize={12}
      >
        {name}
      </text>
    </g>
  );
}

/** Room between sides, as a share of that of a side. */
const GAP = 0.12;

function layout(sides: readonly DotSide[], unit: string, width: number, height: number) {
  const y = valueAxis(
    sides.flatMap(({ values }) => values.map((value) => ({ y: value, low: null, high: null }))),
    false,
    false,
  );
  const scale = scaleForAll(unit, [y.low, y.high]);
  const ticks = unitOnLast(linearTicks(y.low, y.high, 4, scale), scale);
  return { frame: frameOf(width, height, { low: 0, high: sides.length }, y, ticks), ticks };
}

interface Row {
  key: string;
  side: string;
  number: number;
  value: number;
}

function DotTable({ unit, sides }: Pick<DotsPlotProps, "unit" | "sides">) {
  const rows = sides.flatMap(({ name, values }) =>
    values.map((value, index) => ({
      key: `${name} ${index}`,
      side: name,
      number: index + 1,
      value,
    })),
  );
  const scale = scaleForAll(
    unit,
    rows.map((row) => row.value),
  );
  const columns: Column<Row>[] = [
    { id: "side", head: "Side", sortBy: (row) => row.side, cell: (row) => row.side },
    { id: "number", head: "Sample", isNumber: true, cell: (row) => row.number },
    valueColumn(scale),
  ];
  return <Table caption="Samples" columns={columns} rows={rows} rowKey={(row) => row.key} />;
}
