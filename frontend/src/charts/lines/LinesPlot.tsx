/** Lines over a number, such as percentile curves and courses: crosshair, keyboard, table, export. */

import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import styles from "@/charts/frame/Chart.module.css";
import { ChartFigure, type TableSwitch } from "@/charts/frame/ChartFigure";
import { nearestIndex, xPixel, xValue, yPixel } from "@/charts/frame/frame";
import { PlotGrid } from "@/charts/frame/PlotGrid";
import { coloursFor } from "@/charts/frame/palette";
import { useWidth } from "@/charts/frame/useWidth";
import { type Column, Table } from "@/ui/tables/Table";
import { formatIn, formatInterval, formatValue, MISSING } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import own from "./LinesPlot.module.css";
import {
  bandPath,
  type ChartLine,
  type LinesForm,
  type LinesLayout,
  linePath,
  linesLayout,
  pointOf,
  stopsOf,
} from "./linesModel";

interface LinesPlotProps extends LinesForm {
  title: string;
  /** What the x-axis counts: "percentile", "seconds since the start". */
  xName: string;
  /** A place on the x-axis in words. */
  xText: (x: number) => string;
  notes?: readonly string[];
  tableSwitch?: TableSwitch | undefined;
  height?: number;
  /** Points are drawn, for few of them. */
  hasDots?: boolean;
  /** Heads the column of the table that says which lines have a cross there: "moved". */
  badName?: string;
  /** A place was chosen by click or Enter. */
  onPick?: (x: number) => void;
}

export function LinesPlot(props: LinesPlotProps) {
  const { title, notes = [], tableSwitch } = props;
  return (
    <ChartFigure
      title={title}
      notes={notes}
      tableSwitch={tableSwitch}
      table={() => <LinesTable {...props} />}
      csv={() => [
        [props.xName, ...props.lines.map(({ name }) => `${name} (${props.unit})`)],
        ...stopsOf(props.lines).map((x) => [
          props.xText(x),
          ...props.lines.map((line) => pointOf(line, x)?.y ?? null),
        ]),
      ]}
    >
      <Legend lines={props.lines} />
      <Stage {...props} />
    </ChartFigure>
  );
}

function colours(lines: readonly ChartLine[]): (index: number) => string {
  const found = coloursFor(lines.map((_, index) => index));
  return (index) => found.get(index) ?? "var(--text)";
}

function Legend({ lines }: { lines: readonly ChartLine[] }) {
  const colourOf = colours(lines);
  if (lines.length < 2) return null;
  return (
    <ul className={own.legend}>
      {lines.map(({ name }, index) => (
        <li key={name}>
          <span className={own.swatch} style={{ background: colourOf(index) }} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Stage(props: LinesPlotProps) {
  const { title, lines, height = 240 } = props;
  const [ref, width, isMeasured] = useWidth();
  const layout = useMemo(() => linesLayout(props, width, height), [props, width, height]);
  const stops = useMemo(() => stopsOf(lines), [lines]);
  const [at, setAt] = useState<number | null>(null);
  const stop = at === null ? undefined : stops[at];
  const choose = () => (stop === undefined ? undefined : props.onPick?.(stop));
  const follow = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearestIndex(stops, xValue(layout.frame, x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event.key, at, stops.length);
    if (event.key === "Enter") choose();
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <div ref={ref}>
      <div
        className={styles.stage}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, stops.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={stop === undefined ? "nothing chosen" : readout(props, stop)}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
        onClick={choose}
        onKeyDown={onKeyDown}
      >
        <svg width={layout.frame.width} height={height} aria-hidden="true">
          <PlotGrid
            frame={layout.frame}
            yTicks={layout.yTicks}
            xTicks={layout.xTicks}
            unit={layout.scale.label}
          />
          {isMeasured ? <Marks props={props} layout={layout} /> : null}
          {stop === undefined ? null : (
            <path
              className={styles.crosshair}
              d={`M${xPixel(layout.frame, stop)} ${layout.frame.top}V${layout.frame.bottom}`}
            />
          )}
        </svg>
      </div>
      <p className={own.readout}>
        {stop === undefined ? `Point at the chart, or use the arrow keys.` : readout(props, stop)}
      </p>
    </div>
  );
}

function nextStop(key: string, at: number | null, count: number): number | null | undefined {
  const last = count - 1;
  const places: Record<string, number | null> = {
    ArrowRight: Math.min(last, (at ?? -1) + 1),
    ArrowLeft: Math.max(0, (at ?? count) - 1),
    Home: 0,
    End: last,
    Escape: null,
  };
  return places[key];
}

/** "p99: smol 3.2 ms, tokio 5.1 ms" */
function readout({ lines, unit, xText, events = [] }: LinesPlotProps, x: number): string {
  const found = lines.flatMap((line) => {
    const point = pointOf(line, x);
    if (point === undefined) return [];
    const ends =
      point.low == null || point.high == null
        ? ""
        : ` ${formatInterval(point.low, point.high, unit, point.y)}`;
    return [`${lines.length > 1 ? `${line.name} ` : ""}${formatValue(point.y, unit)}${ends}`];
  });
  const event = events.find((one) => one.x === x);
  return `${xText(x)}: ${found.join(", ")}${event === undefined ? "" : `; ◆ ${event.label}`}`;
}

function Marks({ props, layout }: { props: LinesPlotProps; layout: LinesLayout }) {
  const { lines, events = [], reference, isBadBelow = false, hasDots = false } = props;
  const { frame } = layout;
  const colourOf = colours(lines);
  return (
    <g>
      {reference === undefined || !isBadBelow ? null : (
        <rect
          className={own.badBand}
          x={frame.left}
          width={frame.right - frame.left}
          y={yPixel(frame, reference)}
          height={Math.max(0, frame.bottom - yPixel(frame, reference))}
        />
      )}
      {reference === undefined ? null : (
        <path
          className={own.reference}
          d={`M${frame.left} ${yPixel(frame, reference)}H${frame.right}`}
        />
      )}
      {events.map((event) => (
        <g key={`${event.x} ${event.label}`} className={own.event}>
          <title>{event.label}</title>
          <path d={`M${xPixel(frame, event.x)} ${frame.top}V${frame.bottom}`} />
          <text x={xPixel(frame, event.x)} y={frame.top - 3} textAnchor="middle">
            ◆
          </text>
        </g>
      ))}
      {lines.map((line, index) => (
        <g key={line.name} data-line={line.name}>
          <path d={bandPath(frame, line.points)} fill={colourOf(index)} fillOpacity={0.14} />
          <path
            d={linePath(frame, line.points)}
            fill="none"
            stroke={colourOf(index)}
            strokeWidth={1.5}
          />
          {line.points
            .filter((point) => hasDots || point.isBad)
            .map((point) => (
              <Dot
                key={point.x}
                x={xPixel(frame, point.x)}
                y={yPixel(frame, point.y)}
                colour={colourOf(index)}
                isBad={point.isBad === true}
              />
            ))}
        </g>
      ))}
    </g>
  );
}

function Dot({ x, y, colour, isBad }: { x: number; y: number; colour: string; isBad: boolean }) {
  if (isBad) return <path className={own.bad} d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} />;
  return <circle cx={x} cy={y} r={2.5} fill={colour} />;
}

/** "yes: memory", or "no"; one line needs no name. */
function badText(lines: readonly ChartLine[], x: number): string {
  const bad = lines.filter((line) => pointOf(line, x)?.isBad === true);
  if (bad.length === 0) return "no";
  return lines.length === 1 ? "yes" : `yes: ${bad.map(({ name }) => name).join(", ")}`;
}

function LinesTable({ title, xName, xText, lines, unit, badName }: LinesPlotProps) {
  const scale = scaleForAll(
    unit,
    lines.flatMap(({ points }) => points.map(({ y }) => y)),
  );
  const columns: Column<number>[] = [
    { id: "x", head: xName, isNumber: true, cell: (x) => xText(x) },
    ...lines.map(
      (line, index): Column<number> => ({
        id: String(index),
        head: scale.label === "" ? line.name : `${line.name} (${scale.label})`,
        isNumber: true,
        cell: (x) => {
          const point = pointOf(line, x);
          return point === undefined ? MISSING : formatIn(point.y, scale, 4);
        },
      }),
    ),
    ...(badName === undefined
      ? []
      : [{ id: "bad", head: badName, cell: (x: number) => badText(lines, x) }]),
  ];
  return <Table caption={title} columns={columns} rows={stopsOf(lines)} rowKey={(x) => x} />;
}
