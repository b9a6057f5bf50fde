/** The crosshair, what was measured at its commit, and the range being dragged. */

import type { CommitColumns } from "@/api/types";
import { shortCommit } from "@/ui/commitName";
import { formatPercent, formatValue } from "@/units/format";
import { absoluteTime } from "@/units/relativeTime";
import styles from "./Chart.module.css";
import { type Frame, yPixel } from "./frame";
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
      <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
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
            note={noteOf(
              series.history.series.noise,
              point.y,
              point.low,
              point.high,
              series.history.n[point.index],
            )}
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
  const time = commits.time[at];
  return (
    <div className={styles.tipHead}>
      <span>
        <code>{shortCommit(commits.name[at] ?? "")}</code>{" "}
        {time === null || time === undefined ? null : (
          <span className={styles.quiet}>{absoluteTime(new Date(time)).slice(0, 16)}</span>
        )}
      </span>
      {commits.subject[at] ? <span className={styles.quiet}>{commits.subject[at]}</span> : null}
    </div>
  );
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

/** How sure the point is: half its interval relative to the value, and the samples behind it. */
function noteOf(noise: string, y: number, low: number | null, high: number | null, n = 0): string {
  if (noise === "exact") return "exact";
  if (low === null || high === null || y === 0) return n > 0 ? `n ${n}` : "";
  return `±${formatPercent((high - low) / 2 / Math.abs(y))}, n ${n}`;
}
