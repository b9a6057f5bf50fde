/** Ratio and interval of one row on a logarithmic axis that all rows share; the line is no change. */

import { formatNumber } from "@/units/format";
import styles from "../Compare.module.css";
import type { Verdict } from "../compareUrl";
import { type ForestAxis, forestPlace } from "./forestAxis";

const WIDTH = 220;
const HEIGHT = 18;
const PAD = 7;

const COLOURS: Record<Verdict | "mean", string> = {
  regression: "var(--worse)",
  improvement: "var(--better)",
  change: "var(--environment)",
  unknown: "var(--unresolved)",
  same: "var(--text-quiet)",
  mean: "var(--text)",
};

interface ForestMarkProps {
  ratio: number | null;
  low: number | null;
  high: number | null;
  axis: ForestAxis;
  /** A verdict gives the colour; means are drawn as diamonds. */
  as: Verdict | "mean";
}

export function ForestMark({ ratio, low, high, axis, as }: ForestMarkProps) {
  if (ratio === null || ratio <= 0) return <span className={styles.quiet}>no ratio</span>;
  const label =
    low === null || high === null
      ? `ratio ${ratio.toFixed(3)}, no interval`
      : `ratio ${ratio.toFixed(3)}, interval ${low.toFixed(3)} to ${high.toFixed(3)}`;
  const colour = COLOURS[as];
  const middle = HEIGHT / 2;
  const none = at(axis, 1);
  return (
    <svg
      className={styles.forest}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.none} d={`M${none} 0V${HEIGHT}`} />
      {low === null || high === null ? null : (
        <path stroke={colour} strokeWidth={1.5} fill="none" d={interval(axis, low, high, middle)} />
      )}
      {forestPlace(axis, ratio).isBeyond ? (
        <path fill={colour} d={arrow(axis, ratio, middle)} />
      ) : as === "mean" ? (
        <path fill={colour} d={`M${at(axis, ratio)} ${middle - 5}l5 5l-5 5l-5 -5z`} />
      ) : (
        <circle cx={at(axis, ratio)} cy={middle} r={3.5} fill={colour} />
      )}
    </svg>
  );
}

function at(axis: ForestAxis, ratio: number): number {
  return PAD + forestPlace(axis, ratio).part * (WIDTH - 2 * PAD);
}

/** Whiskers end with a bar, or run to the edge where they go on beyond it. */
function interval(axis: ForestAxis, low: number, high: number, middle: number): string {
  const end = (ratio: number) =>
    forestPlace(axis, ratio).isBeyond ? "" : `M${at(axis, ratio)} ${middle - 4}v8`;
  const floor = Math.max(low, axis.least / 2);
  return `M${at(axis, floor)} ${middle}H${at(axis, high)}${end(floor)}${end(high)}`;
}

function arrow(axis: ForestAxis, ratio: number, middle: number): string {
  const x = at(axis, ratio);
  const way = ratio > 1 ? 6 : -6;
  return `M${x + way} ${middle}L${x} ${middle - 5}V${middle + 5}z`;
}

/** Axis of the column: its ends and the middle, where nothing changes. */
export function ForestScale({ axis }: { axis: ForestAxis }) {
  return (
    <span className={styles.scale} style={{ width: WIDTH }}>
      <span>{end(axis.least)}</span>
      <span>no change</span>
      <span>{end(axis.most)}</span>
    </span>
  );
}

function end(ratio: number): string {
  if (ratio >= 2 || ratio <= 0.5) return `×${formatNumber(ratio, 2)}`;
  const size = formatNumber(100 * Math.abs(ratio - 1), 2);
  return `${ratio < 1 ? "\u2212" : "+"}${size}\u202f%`;
}
