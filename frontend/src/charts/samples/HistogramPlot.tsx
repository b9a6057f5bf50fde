/** Histograms of a few sides in common bins: what share of each side's samples lies where. */

import { useMemo } from "react";
import { frameOf } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { PlotGrid } from "@/charts/frame/PlotGrid";
import { sideColour } from "@/charts/frame/palette";
import { linearTicks, logTicks, roomFor, unitOnLast } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatPercent } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { type BinnedSide, type Bins, binsOf } from "./binning";

interface HistogramPlotProps {
  title: string;
  unit: string;
  sides: readonly BinnedSide[];
  height?: number;
}

export function HistogramPlot(props: HistogramPlotProps) {
  const { title, unit, sides } = props;
  const bins = useMemo(() => binsOf(sides), [sides]);
  const notes = ["Each step: share of the samples in one bin; both sides use the same bins"];
  return (
    <ChartFigure
      title={`${title}, histogram`}
      notes={bins.isLog ? [...notes, "Bins are equally wide as ratios"] : notes}
      table={() => <BinTable unit={unit} sides={sides} bins={bins} />}
      csv={() => [
        [`from (${unit})`, `to (${unit})`, ...sides.map(({ name }) => `share of ${name}`)],
        ...bins.edges
          .slice(1)
          .map((edge, index) => [
            bins.edges[index] as number,
            edge,
            ...bins.shares.map((shares) => shares[index] as number),
          ]),
      ]}
    >
      <Stage {...props} bins={bins} />
    </ChartFigure>
  );
}

function Stage({ title, unit, sides, bins, height = 220 }: HistogramPlotProps & { bins: Bins }) {
  const [ref, width] = useWidth();
  const { frame, xTicks, yTicks } = useMemo(
    () => layout(bins, unit, width, height),
    [bins, unit, width, height],
  );
  return (
    <div ref={ref} className={styles.stage} style={{ height }}>
      <svg width={frame.width} height={frame.height} role="img" aria-label={`${title}, histogram`}>
        <PlotGrid frame={frame} yTicks={yTicks} xTicks={xTicks} />
        {sides.map(({ name }, index) => (
          <path
            key={name}
            data-mark={name}
            d={outline(frame, bins.edges, bins.shares[index] ?? [])}
            fill={sideColour(index)}
            fillOpacity={0.14}
            stroke={sideColour(index)}
            strokeWidth={1.5}
            strokeDasharray={index === 0 ? "5 3" : undefined}
          />
        ))}
        {sides.map(({ name }, index) => (
          <text
            key={name}
            x={frame.right}
            y={frame.top + 12 + 14 * index}
            textAnchor="end"
            fill={sideColour(index)}
            fontSize={12}
          >
            {name}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Steps from bin to bin, closed along the bottom. */
function outline(frame: Frame, edges: readonly number[], shares: readonly number[]): string {
  if (edges.length < 2) return "";
  const place = (x: number, y: number) =>
    `${xPixel(frame, x).toFixed(1)} ${yPixel(frame, y).toFixed(1)}`;
  const steps = shares.map(
    (share, index) =>
      `L${place(edges[index] as number, share)}L${place(edges[index + 1] as number, share)}`,
  );
  return `M${place(edges[0] as number, 0)}${steps.join("")}L${place(edges.at(-1) as number, 0)}`;
}

function layout(bins: Bins, unit: string, width: number, height: number) {
  const most = Math.max(0.01, ...bins.shares.flat());
  const y = { low: 0, high: most * 1.3 };
  const yTicks = linearTicks(0, y.high, 4, { divisor: 0.01, label: "%" }).map((tick) => ({
    ...tick,
    label: `${tick.label}\u202f%`,
  }));
  const [low, high] = [bins.edges[0] ?? 0, bins.edges.at(-1) ?? 1];
  const x = { low, high, isLog: bins.isLog };
  const frame = frameOf(width, height, x, y, yTicks);
  const scale = scaleForAll(unit, [low, high]);
  const room = roomFor(frame.right - frame.left, 6);
  const ticks = bins.isLog ? logTicks(low, high, scale) : linearTicks(low, high, room, scale);
  return { frame, xTicks: unitOnLast(ticks, scale), yTicks };
}

interface Row {
  from: number;
  to: number;
  shares: number[];
}

function BinTable({ unit, sides, bins }: Omit<HistogramPlotProps, "title"> & { bins: Bins }) {
  const scale = scaleForAll(unit, bins.edges);
  const withUnit = (head: string) => (scale.label === "" ? head : `${head} (${scale.label})`);
  const columns: Column<Row>[] = [
    {
      id: "from",
      head: withUnit("From"),
      isNumber: true,
      cell: (row) => formatIn(row.from, scale, 4),
    },
    { id: "to", head: withUnit("To"), isNumber: true, cell: (row) => formatIn(row.to, scale, 4) },
    ...sides.map(
      ({ name }, index): Column<Row> => ({
        id: name,
        head: `Share of ${name}`,
        isNumber: true,
        cell: (row) => formatPercent(row.shares[index] ?? 0),
      }),
    ),
  ];
  const rows = bins.edges.slice(1).map((to, index) => ({
    from: bins.edges[index] as number,
    to,
    shares: bins.shares.map((shares) => shares[index] as number),
  }));
  return <Table caption="Histogram" columns={columns} rows={rows} rowKey={(row) => row.from} />;
}
