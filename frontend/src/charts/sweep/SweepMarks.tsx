/** Drawn over a sweep's lines: best set, intervals, points, marks, failures. */

import styles from "@/charts/frame/Chart.module.css";
import { type Frame, xPixel, yPixel } from "@/charts/frame/frame";
import type { SweepSelection } from "./SweepChart";
import { SweepFormMarks } from "./SweepFormMarks";
import { type SweepModel, withAnchors } from "./sweepModel";

interface SweepMarksProps {
  model: SweepModel;
  frame: Frame;
  colours: ReadonlyMap<number, string>;
  hovered: number | null;
  selected: SweepSelection | null;
}

export function SweepMarks({ model, frame, colours, hovered, selected }: SweepMarksProps) {
  const toX = (x: number) => xPixel(frame, x);
  return (
    <svg className={styles.layer} width={frame.width} height={frame.height} aria-hidden="true">
      {model.shaded.map(({ from, to }) => (
        <rect
          key={from}
          className={styles.best}
          data-mark="best"
          x={toX(from) - 9}
          width={toX(to) - toX(from) + 18}
          y={frame.top}
          height={frame.bottom - frame.top}
        />
      ))}
      {withAnchors(model.marks, toX).map((mark) => (
        <g key={`${mark.x} ${mark.label}`} data-mark="mark">
          <line
            className={styles.refLine}
            x1={toX(mark.x)}
            x2={toX(mark.x)}
            y1={frame.top}
            y2={frame.bottom}
          />
          {mark.anchor === null ? null : (
            <text x={toX(mark.x)} y={frame.top - 4} textAnchor={mark.anchor}>
              {mark.label}
            </text>
          )}
        </g>
      ))}
      <SweepFormMarks marks={model.form} frame={frame} />
      {hovered === null ? null : (
        <line
          className={styles.crosshair}
          x1={toX(hovered)}
          x2={toX(hovered)}
          y1={frame.top}
          y2={frame.bottom}
        />
      )}
      {model.curves.map((curve, index) => (
        <Curve
          key={curve.name}
          curve={curve}
          frame={frame}
          colour={colours.get(index) ?? "var(--series-muted)"}
          picked={selected?.curve === index ? selected.x : null}
        />
      ))}
      {model.failed.map((x) => (
        <path
          key={x}
          className={styles.failure}
          d={`M${toX(x) - 3} ${frame.bottom - 9}l6 6m0 -6l-6 6`}
        />
      ))}
    </svg>
  );
}

interface CurveProps {
  curve: SweepModel["curves"][number];
  frame: Frame;
  colour: string;
  picked: number | null;
}

function Curve({ curve, frame, colour, picked }: CurveProps) {
  return (
    <g>
      {curve.points.map((point) => {
        const x = xPixel(frame, point.x);
        return (
          <g key={point.x} stroke={colour} strokeWidth={1.5}>
            <path data-mark="interval" fill="none" d={whisker(frame, x, point.low, point.high)} />
            <circle
              cx={x}
              cy={yPixel(frame, point.value)}
              r={4}
              fill={point.in_best_set ? colour : "var(--surface)"}
              data-best={point.in_best_set}
            />
            {picked === point.x ? (
              <circle className={styles.picked} cx={x} cy={yPixel(frame, point.value)} r={8} />
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** An end beyond the plot has no cap: the interval goes on. */
function whisker(frame: Frame, x: number, low: number | null, high: number | null): string {
  if (low === null || high === null) return "";
  const bottom = frame.y.isLog && low <= 0 ? Number.POSITIVE_INFINITY : yPixel(frame, low);
  const ends = [bottom, yPixel(frame, high)];
  const [from, to] = ends.map((y) => Math.min(frame.bottom, Math.max(frame.top, y)));
  const caps = ends.filter((y) => y >= frame.top && y <= frame.bottom);
  return `M${x} ${from}V${to}${caps.map((y) => `M${x - 4} ${y}h8`).join("")}`;
}
