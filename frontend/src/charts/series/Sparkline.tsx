/** A series at a glance: a line, its last point, and where open change points start. */

import { memo } from "react";
import styles from "./Sparkline.module.css";

interface SparklineProps {
  values: readonly number[];
  /** Indices at which open change points start. */
  changeAt?: readonly number[];
  tone?: "worse" | "better" | "unresolved" | "environment" | "plain";
  /** What it shows, for screen readers and on hover. */
  label: string;
  width?: number;
  height?: number;
}

const PAD = 3;

/** Lists have many, and draw again for other reasons. */
export const Sparkline = memo(function Sparkline({
  values,
  changeAt = [],
  tone = "plain",
  label,
  width = 120,
  height = 28,
}: SparklineProps) {
  const points = places(values, width, height);
  const last = points.at(-1);
  return (
    <svg
      className={`${styles.sparkline} ${styles[tone]}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {changeAt.map((index) => (
        <line
          key={index}
          className={styles.mark}
          x1={points[index]?.x}
          x2={points[index]?.x}
          y1={0}
          y2={height}
        />
      ))}
      <path className={styles.line} d={pathOf(points)} />
      {last === undefined ? null : (
        <circle className={styles.end} cx={last.x} cy={last.y} r={2.2} />
      )}
    </svg>
  );
});

interface Place {
  x: number;
  y: number;
}

function places(values: readonly number[], width: number, height: number): Place[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // A line that moves by less than half a per cent is drawn flat, not as noise blown up.
  const span = Math.max(high - low, Math.abs(high) * 0.005) || 1;
  const step = values.length > 1 ? (width - 2 * PAD) / (values.length - 1) : 0;
  const middle = (low + high) / 2;
  return values.map((value, index) => ({
    x: Number((PAD + index * step).toFixed(1)),
    y: Number((height / 2 - ((value - middle) / span) * (height - 2 * PAD)).toFixed(1)),
  }));
}

function pathOf(points: readonly Place[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}
