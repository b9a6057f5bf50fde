/** Alternatives on two objectives, each with both intervals; the front is joined by a line. */

import { useMemo, useState } from "react";
import { ComposedChart } from "recharts";
import { frameOf, gridLines, plotArea, xAxis, yAxis } from "@/charts/frame/axes";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { type Axis, type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { stepKeys } from "@/charts/frame/stepKeys";
import { useWidth } from "@/charts/frame/useWidth";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatInterval, formatValue } from "@/units/format";
import { type Scale, scaleForAll } from "@/units/scale";
import own from "./Pareto.module.css";
import {
  axesNote,
  frontOf,
  type ParetoAxis,
  type ParetoPoint,
  type ParetoResult,
  type PlacedName,
  paretoDomain,
  paretoTicks,
  placedNames,
} from "./paretoModel";

interface ParetoPlotProps {
  x: ParetoAxis;
  y: ParetoAxis;
  points: readonly ParetoPoint[];
  notes?: readonly string[];
  tableSwitch?: TableSwitch;
  height?: number;
}

const ARROWS = {
  x: { higher: "right", lower: "left" },
  y: { higher: "up", lower: "down" },
} as const;

export function ParetoPlot(props: ParetoPlotProps) {
  const { x, y, points, notes = [], tableSwitch } = props;
  const scales = {
    x: scaleForAll(
      x.unit,
      points.map((point) => point.x.value),
    ),
    y: scaleForAll(
      y.unit,
      points.map((point) => point.y.value),
    ),
  };
  const title = `${titleOf(y, scales.y)} against ${titleOf(x, scales.x)}`;
  const { across, up } = domainsOf(points);
  const axes = axesNote(across, up);
  const hasIntervals = points.some((point) => point.x.low !== null || point.y.low !== null);
  const said = [
    `Better: ${ARROWS.x[x.better]} and ${ARROWS.y[y.better]}`,
    "Filled: Pareto-optimal · hollow: dominated",
    "Square: baseline; diamond: contender",
    hasIntervals ? "Whiskers: 95 % interval of each" : "Summary only: no significance test",
    ...(axes === null ? [] : [axes]),
    ...notes,
  ];
  return (
    <ChartFigure
      title={title}
      notes={said}
      tableSwitch={tableSwitch}
      table={() => <ParetoTable x={x} y={y} scales={scales} points={points} />}
      csv={() => csvOf(x, y, points)}
    >
      <Stage {...props} title={title} scales={scales} />
    </ChartFigure>
  );
}

function titleOf({ name, better }: ParetoAxis, scale: Scale): string {
  const unit = scale.label === "" ? "" : `${scale.label}, `;
  return `${name} (${unit}${better} is better)`;
}

interface StageProps extends ParetoPlotProps {
  title: string;
  scales: { x: Scale; y: Scale };
}

function Stage({ title, scales, x, y, points, height = 380 }: StageProps) {
  const [ref, width] = useWidth();
  const [hovered, setHovered] = useState<number | null>(null);
  const { frame, xTicks, yTicks } = useMemo(
    () => layout(points, scales, width, height),
    [points, scales, width, height],
  );
  const names = useMemo(() => placedNames(points, frame), [points, frame]);
  const move = (step: number) => {
    const next = hovered === null ? (step > 0 ? 0 : points.length - 1) : hovered + step;
    setHovered(Math.min(points.length - 1, Math.max(0, next)));
  };
  const shown = hovered === null ? undefined : points[hovered];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset */}
      <div
        ref={ref}
        className={styles.stage}
        style={{ height }}
        role="group"
        aria-label={`${title}. Arrow keys read the alternatives.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys above work on it
        tabIndex={0}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setHovered(nearest(points, frame, event.clientX - box.left, event.clientY - box.top));
        }}
        onPointerLeave={() => setHovered(null)}
        onKeyDown={stepKeys({ move, leave: () => setHovered(null) })}
      >
        <ComposedChart {...plotArea(frame)} data={[]}>
          {gridLines(frame, yTicks, xTicks)}
          {xAxis(frame, xTicks)}
          {yAxis(frame, yTicks)}
        </ComposedChart>
        <Marks
          points={points}
          front={frontOf(points, x.better, y.better)}
          names={names}
          frame={frame}
          hovered={hovered}
        />
      </div>
      <p className={own.reading} role="status">
        {shown === undefined ? invitation(points.length - names.length) : readingOf(shown, x, y)}
      </p>
    </>
  );
}

function invitation(unnamed: number): string {
  const point = "Point at an alternative to read it.";
  if (unnamed === 0) return point;
  const left = unnamed === 1 ? "1 name finds" : `${unnamed} names find`;
  return `${point} ${left} no room here; the table has all of them.`;
}

function readingOf(point: ParetoPoint, x: ParetoAxis, y: ParetoAxis): string {
  const result = (axis: ParetoAxis, { value, low, high }: ParetoResult) => {
    const interval =
      low === null || high === null ? "" : ` ${formatInterval(low, high, axis.unit, value)}`;
    return `${axis.name} ${formatValue(value, axis.unit)}${interval}`;
  };
  return `${calledOf(point)}: ${result(y, point.y)}; ${result(x, point.x)}; ${point.said}`;
}

function calledOf({ name, title = "" }: ParetoPoint): string {
  return title === "" ? name : `${name} (${title})`;
}

function domainsOf(points: readonly ParetoPoint[]) {
  return {
    across: paretoDomain(points.map((point) => point.x)),
    up: paretoDomain(points.map((point) => point.y)),
  };
}

function layout(
  points: readonly ParetoPoint[],
  scales: { x: Scale; y: Scale },
  width: number,
  height: number,
) {
  const { across, up } = domainsOf(points);
  const yTicks = paretoTicks(up, 6, scales.y);
  const frame = frameOf(width, height, across, up, yTicks);
  const room = Math.max(2, Math.floor((frame.right - frame.left) / 90));
  return { frame, yTicks, xTicks: paretoTicks(across, room, scales.x) };
}

const NEAR = 60;

function nearest(points: readonly ParetoPoint[], frame: Frame, x: number, y: number) {
  let best: { index: number; distance: number } | null = null;
  points.forEach((point, index) => {
    const distance = Math.hypot(xPixel(frame, point.x.value) - x, yPixel(frame, point.y.value) - y);
    if (distance < (best?.distance ?? NEAR)) best = { index, distance };
  });
  return (best as { index: number } | null)?.index ?? null;
}

interface MarksProps {
  points: readonly ParetoPoint[];
  /** Joined by a line. */
  front: readonly ParetoPoint[];
  names: readonly PlacedName[];
  frame: Frame;
  hovered: number | null;
}

function Marks({ points, front, names, frame, hovered }: MarksProps) {
  const at = (point: ParetoPoint) =>
    `${xPixel(frame, point.x.value)} ${yPixel(frame, point.y.value)}`;
  return (
    <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
      {front.length < 2 ? null : (
        <path className={own.front} d={`M${front.map(at).join("L")}`} data-mark="front" />
      )}
      {points.map((point, index) => (
        <g key={point.name} className={own[point.role]} data-front={point.isOnFront}>
          <path className={own.whisker} d={whiskers(frame, point)} />
          <path
            className={own.mark}
            d={shapeOf(point, frame)}
            data-hollow={!point.isOnFront || undefined}
          />
          {index === hovered ? (
            <circle
              className={styles.picked}
              cx={xPixel(frame, point.x.value)}
              cy={yPixel(frame, point.y.value)}
              r={11}
            />
          ) : null}
        </g>
      ))}
      {names.map(({ name, x, y, anchor }) => (
        <text key={name} className={own.name} x={x} y={y} textAnchor={anchor}>
          {name}
        </text>
      ))}
    </svg>
  );
}

function shapeOf({ role, x, y }: ParetoPoint, frame: Frame): string {
  const [px, py] = [xPixel(frame, x.value), yPixel(frame, y.value)];
  if (role === "baseline") return `M${px - 5} ${py - 5}h10v10h-10z`;
  if (role === "contender") return `M${px} ${py - 7}l7 7l-7 7l-7 -7z`;
  return `M${px - 5} ${py}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`;
}

function whiskers(frame: Frame, { x, y }: ParetoPoint): string {
  const [px, py] = [xPixel(frame, x.value), yPixel(frame, y.value)];
  const at = (axis: Axis, value: number) => Math.min(axis.high, Math.max(axis.low, value));
  const across =
    x.low === null || x.high === null
      ? ""
      : `M${xPixel(frame, at(frame.x, x.low))} ${py}H${xPixel(frame, at(frame.x, x.high))}`;
  const up =
    y.low === null || y.high === null
      ? ""
      : `M${px} ${yPixel(frame, at(frame.y, y.low))}V${yPixel(frame, at(frame.y, y.high))}`;
  return across + up;
}

interface ParetoTableProps {
  x: ParetoAxis;
  y: ParetoAxis;
  scales: { x: Scale; y: Scale };
  points: readonly ParetoPoint[];
}

function ParetoTable({ x, y, scales, points }: ParetoTableProps) {
  const columnsFor = (id: "x" | "y", axis: ParetoAxis): Column<ParetoPoint>[] => [
    {
      id,
      head: `${axis.name} (${scales[id].label})`,
      isNumber: true,
      sortBy: (point) => point[id].value,
      cell: (point) => formatIn(point[id].value, scales[id]),
    },
    {
      id: `${id} interval`,
      head: "Interval",
      isNumber: true,
      cell: (point) =>
        point[id].low === null
          ? "none"
          : `${formatIn(point[id].low, scales[id])} to ${formatIn(point[id].high, scales[id])}`,
    },
  ];
  return (
    <Table
      caption="Alternatives on both objectives"
      columns={[
        {
          id: "name",
          head: "Alternative",
          isWide: true,
          sortBy: (point) => point.name,
          cell: calledOf,
        },
        { id: "role", head: "Role", cell: (point) => point.role },
        ...columnsFor("y", y),
        ...columnsFor("x", x),
        { id: "said", head: "Verdict", isWide: true, cell: (point) => point.said },
      ]}
      rows={points}
      rowKey={(point) => point.name}
    />
  );
}

function csvOf(x: ParetoAxis, y: ParetoAxis, points: readonly ParetoPoint[]) {
  const head = ["alternative", "role"];
  for (const axis of [y, x]) head.push(`${axis.name} (${axis.unit})`, "low", "high");
  const rows = points.map(({ name, role, said, ...point }) => [
    name,
    role,
    ...[point.y, point.x].flatMap(({ value, low, high }) => [value, low, high]),
    said,
  ]);
  return [[...head, "verdict"], ...rows];
}
