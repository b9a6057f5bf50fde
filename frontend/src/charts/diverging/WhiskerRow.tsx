/** A point with whiskers on a line: the drawing that rows of values and of ratios share. */

import styles from "./WhiskerRow.module.css";

interface WhiskerRowProps {
  label: string;
  width: number;
  /** Where the point stands, in pixels. */
  at: number;
  /** Both ends of the interval in pixels; null: none is known. */
  ends: readonly [number, number] | null;
  /** A vertical line through all rows, in pixels; null: none. */
  reference: number | null;
  colour: string;
  isHollow: boolean;
}

export const PAD = 6;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;

export function WhiskerRow(props: WhiskerRowProps) {
  const { label, width, at, ends, reference, colour, isHollow } = props;
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
      <line className={styles.base} x1={0} x2={width} y1={MIDDLE} y2={MIDDLE} />
      {reference === null ? null : (
        <line className={styles.reference} x1={reference} x2={reference} y1={0} y2={HEIGHT} />
      )}
      {ends === null ? null : (
        <path stroke={colour} fill="none" strokeWidth={1.5} d={whiskers(...ends)} />
      )}
      <circle
        cx={at}
        cy={MIDDLE}
        r={4}
        fill={isHollow ? "var(--surface)" : colour}
        stroke={colour}
        strokeWidth={1.5}
      />
    </svg>
  );
}

function whiskers(from: number, to: number): string {
  const top = MIDDLE - 4;
  return `M${from} ${top}v8M${from} ${MIDDLE}H${to}M${to} ${top}v8`;
}
