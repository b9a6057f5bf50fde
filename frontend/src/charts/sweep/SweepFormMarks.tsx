/** Brackets above the curves of a sweep, with a band or line down to what they mean. */

import { type Frame, xPixel } from "@/charts/frame/frame";
import styles from "./SweepFormMarks.module.css";
import type { FormMark } from "./sweepForm";

const ROW = 18;
/** Room for a label inside its bracket or beside it. */
const LABEL = 118;
const GLYPH = 6.5;

export function SweepFormMarks({ marks, frame }: { marks: readonly FormMark[]; frame: Frame }) {
  return (
    <>
      {marks.map((mark) => (
        <Bracket key={`${mark.kind} ${mark.from} ${mark.row}`} mark={mark} frame={frame} />
      ))}
    </>
  );
}

function Bracket({ mark, frame }: { mark: FormMark; frame: Frame }) {
  const from = xPixel(frame, mark.from) - 3;
  const to = xPixel(frame, mark.to) + 3;
  const y = frame.top + ROW * (mark.row + 0.5);
  const line = mark.at === null ? null : xPixel(frame, mark.at);
  const label = labelPlace(frame, from, to);
  // the bracket leaves room for a label in its middle
  const gap = label.isInside ? 4 + (mark.label.length * GLYPH) / 2 : 0;
  return (
    <g className={mark.isClaimed ? undefined : styles.observed} data-mark={mark.kind}>
      {mark.kind === "cliff" || mark.kind === "crossing" ? (
        <rect className={styles.band} x={from} width={to - from} y={y} height={frame.bottom - y} />
      ) : null}
      {line === null ? null : (
        <line className={styles.down} x1={line} x2={line} y1={y} y2={frame.bottom} />
      )}
      <path
        className={styles.bracket}
        d={
          gap === 0
            ? `M${from} ${y + 4}V${y}H${to}V${y + 4}`
            : `M${from} ${y + 4}V${y}H${label.x - gap}M${label.x + gap} ${y}H${to}V${y + 4}`
        }
      />
      <text className={styles.label} x={label.x} y={y + 4} textAnchor={label.anchor}>
        {mark.label}
      </text>
    </g>
  );
}

interface LabelPlace {
  x: number;
  anchor: "start" | "middle" | "end";
  isInside: boolean;
}

/** In the middle of a wide bracket, else beside it where there is room. */
function labelPlace(frame: Frame, from: number, to: number): LabelPlace {
  const isInside = to - from > LABEL;
  if (!isInside && frame.right - to > LABEL) return { x: to + 6, anchor: "start", isInside };
  if (!isInside && from - frame.left > LABEL) return { x: from - 6, anchor: "end", isInside };
  return { x: (from + to) / 2, anchor: "middle", isInside };
}
