/** One value with its interval on a line shared by all rows beside it: for judging differences. */

import { type Axis, share } from "@/charts/frame/frame";
import { formatValue } from "@/units/format";
import { PAD, WhiskerRow } from "./WhiskerRow";

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
  return (
    <WhiskerRow
      label={label}
      width={width}
      at={place(value)}
      ends={hasInterval ? [place(low), place(high)] : null}
      reference={reference === null || reference === undefined ? null : place(reference)}
      colour={colour}
      isHollow={isBest === false}
    />
  );
}
