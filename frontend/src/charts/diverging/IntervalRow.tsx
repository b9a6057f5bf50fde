/** One value with its interval on a line shared by all rows beside it: for judging differences. */

import { type Axis, share } from "@/charts/frame/frame";
import { formatValue } from "@/units/format";
import styles from "./IntervalRow.module.css";

interface Interval {
  value: number;
  low?: number | null;
  high?: number | null;
}

interface IntervalRowProps extends Interval {
  unit: string;
  domain: Axis;
  colour?: string;
  /** Cannot be told from the best. */
  isBest?: boolean;
  /** Drawn as a vertical line through all rows: the value compared against. */
  reference?: number | null;
  width?: number;
}

const HEIGHT = 18;
const PAD = 6;

/** Common axis of rows that stand below each other. */
export function intervalDomain(rows: readonly Interval[]): Axis {
  const ends = rows.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  if (low > high) return { low: 0, high: 1 };
  const pad = Math.max((high - low) * 0.04, Math.abs(high) * 0.001) || 1;
  const isNearZero = low >= 0 && low < 0.35 * high;
  return { low: isNearZero ? 0 : low - pad, high: high + pad };
}

export function IntervalRow(props: IntervalRowProps) {
  const {
    value,
    low,
    high,
    unit,
    domain,
    colour = "var(--text)",
    isBest,
    reference,
    width = 200,
  } = props;
  const place = (end: number) => PAD + share(domain, end) * (width - 2 * PAD);
  const hasInterval = low !== null && low !== undefined && high !== null && high !== undefined;
  const label = hasInterval
    ? `${formatValue(value, unit)}, interval ${formatValue(low, unit)} to ${formatValue(high, unit)}`
    : `${formatValue(value, unit)}, no interval`;
  const middle = HEIGHT / 2;
  return (
    <svg
      className={styles.row}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <line className={styles.base} x1={0} x2={width} y1={middle} y2={middle} />
      {reference === null || reference === undefined ? null : (
        <line
          className={styles.reference}
          x1={place(reference)}
          x2={place(reference)}
          y1={0}
          y2={HEIGHT}
        />
      )}
      {hasInterval ? (
        <path
          stroke={colour}
          fill="none"
          strokeWidth={1.5}
          d={whiskers(place(low), place(high), middle)}
        />
      ) : null}
      <circle
        cx={place(value)}
        cy={middle}
        r={4}
        fill={isBest === false ? "var(--surface)" : colour}
        stroke={colour}
        strokeWidth={1.5}
      />
    </svg>
  );
}

function whiskers(from: number, to: number, middle: number): string {
  return `M${from} ${middle - 4}v8M${from} ${middle}H${to}M${to} ${middle - 4}v8`;
}
