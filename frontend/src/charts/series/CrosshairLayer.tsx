/** The crosshair, what was measured at its commit, and the range being dragged. */

import type { CommitColumns, SeriesHistory } from "@/api/types";
import styles from "@/charts/frame/Chart.module.css";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import { MOST_COLOURS } from "@/charts/frame/palette";
import { shortCommit } from "@/ui/words/commitName";
import { formatIn, formatValue } from "@/units/format";
import { absoluteTime, relativeTime } from "@/units/relativeTime";
import { scaleFor } from "@/units/scale";
import type { SeriesModel } from "./seriesModel";
import { type Crosshair, crosshairPixel, pointsAt } from "./useCrosshair";

interface CrosshairLayerProps {
  model: SeriesModel;
  frame: Frame;
  commits: CommitColumns;
  crosshair: Crosshair;
  colours: ReadonlyMap<number, string>;
  names: ReadonlyMap<number, string>;
}

const MOST_ROWS = 12;

export function CrosshairLayer(props: CrosshairLayerProps) {
  const { model, frame, crosshair, colours } = props;
  const { stop, drag } = crosshair;
  const x = stop === null ? null : crosshairPixel(model, frame, stop);
  return (
    <>
      <svg
        className={styles.layer}
        width={frame.width}
        height={frame.height}
        aria-hidden="true"
        data-transient
      >
        {x === null ? null : <Nearest model={model} frame={frame} id={crosshair.series} />}
        {x === null ? null : (
          <line className={styles.crosshair} x1={x} x2={x} y1={frame.top} y2={frame.bottom} />
        )}
        {x === null
          ? null
          : pointsAt(model, stop).map(({ id, point }) => (
              <circle key={id} cx={x} cy={yPixel(frame, point.y)} r={4} fill={colours.get(id)} />
            ))}
        {drag === null ? null : <DragRange frame={frame} drag={drag} />}
      </svg>
      {stop === null || x === null ? null : <Tip {...props} stop={stop} x={x} />}
    </>
  );
}

/** Beyond eight series most lines are grey: the one next to the pointer is drawn over them. */
function Nearest({ model, frame, id }: { model: SeriesModel; frame: Frame; id: number | null }) {
  const line = model.series.find((one) => one.id === id);
  if (line === undefined || model.series.length <= MOST_COLOURS) return null;
  return (
    <path
      className={styles.nearest}
      d={line.segments
        .map((segment) =>
          segment
            .map(
              ({ x, y }, index) =>
                `${index === 0 ? "M" : "L"}${xPixel(frame, x)} ${yPixel(frame, y)}`,
            )
            .join(""),
        )
        .join("")}
    />
  );
}

function DragRange({ frame, drag }: { frame: Frame; drag: { from: number; to: number } }) {
  const inside = (pixel: number) => Math.min(frame.right, Math.max(frame.left, pixel));
  const [from, to] = [inside(Math.min(drag.from, drag.to)), inside(Math.max(drag.from, drag.to))];
  return (
    <rect
      className={styles.selection}
      x={from}
      y={frame.top}
      width={to - from}
      height={frame.bottom - frame.top}
    />
  );
}

function Tip({
  model,
  frame,
  commits,
  crosshair,
  colours,
  names,
  stop,
  x,
}: CrosshairLayerProps & { stop: number; x: number }) {
  const at = model.stops[stop]?.at ?? 0;
  const points = pointsAt(model, stop).sort((a, b) => b.point.y - a.point.y);
  const isRight = x > (frame.left + frame.right) / 2;
  const place = isRight ? { right: frame.width - x + 12 } : { left: x + 12 };
  return (
    <div className={styles.tip} style={{ ...place, top: frame.top }} role="status">
      <TipHead commits={commits} at={at} />
      <div className={styles.tipRows}>
        {points.slice(0, MOST_ROWS).map(({ id, series, point }) => (
          <TipRow
            key={id}
            name={names.get(id) ?? ""}
            colour={colours.get(id)}
            isFocused={points.length > 1 && id === crosshair.series}
            value={formatValue(series.history.value[point.index], series.history.series.unit)}
            note={noteOf(series.history, point.index)}
          />
        ))}
      </div>
      {points.length > MOST_ROWS ? (
        <p className={styles.quiet}>and {points.length - MOST_ROWS} more</p>
      ) : null}
    </div>
  );
}

function TipHead({ commits, at }: { commits: CommitColumns; at: number }) {
  const subject = commits.subject[at] ?? "";
  const facts = [...timeFacts(commits.time[at]), commits.author[at] ?? ""].filter(Boolean);
  return (
    <div className={styles.tipHead}>
      <code>{shortCommit(commits.name[at] ?? "")}</code>
      {subject === "" ? null : <span className={styles.subject}>{subject}</span>}
      <span className={styles.quiet}>{facts.join(", ")}</span>
    </div>
  );
}

function timeFacts(time: number | null | undefined): string[] {
  if (time === null || time === undefined) return [];
  const at = new Date(time);
  const absolute = absoluteTime(at).slice(0, 16);
  const relative = relativeTime(at, new Date());
  return absolute.startsWith(relative) ? [absolute] : [absolute, relative];
}

interface TipRowProps {
  name: string;
  colour: string | undefined;
  isFocused: boolean;
  value: string;
  note: string;
}

function TipRow({ name, colour, isFocused, value, note }: TipRowProps) {
  return (
    <>
      <Swatch colour={colour} />
      <span className={`${styles.name} ${isFocused ? styles.focused : ""}`}>{name}</span>
      <span className={styles.figure}>{value}</span>
      <span className={styles.quiet}>{note}</span>
    </>
  );
}

export function Swatch({ colour }: { colour: string | undefined }) {
  const style = { "--swatch": colour ?? "var(--series-muted)" } as React.CSSProperties;
  return <span className={styles.swatch} style={style} aria-hidden="true" />;
}

/** How sure the point is: its interval in the unit of the value, and the samples behind it. */
function noteOf(history: SeriesHistory, index: number): string {
  if (history.series.noise === "exact") return "exact";
  const [value, low, high, n] = [
    history.value[index],
    history.low[index],
    history.high[index],
    history.n[index],
  ];
  const count = n === undefined || n === 0 ? "" : `n ${n}`;
  if (low === null || low === undefined || high === null || high === undefined) return count;
  const scale = scaleFor(history.series.unit, value ?? high);
  return `[${formatIn(low, scale)}, ${formatIn(high, scale)}] ${count}`;
}
