/** Grid lines, tick labels: the axes of charts that are drawn without Recharts. */

import { type Frame, xPixel, yPixel } from "./frame";
import type { Tick } from "./ticks";

interface PlotGridProps {
  frame: Frame;
  yTicks: readonly Tick[];
  xTicks?: readonly Tick[];
  /** Stands above the topmost label, where that one is too long to carry it. */
  unit?: string;
}

export function PlotGrid({ frame, yTicks, xTicks = [], unit = "" }: PlotGridProps) {
  return (
    <g fontSize={12} fill="var(--chart-axis)">
      {yTicks.map((tick) => (
        <g key={tick.at}>
          <path
            d={`M${frame.left} ${yPixel(frame, tick.at)}H${frame.right}`}
            stroke="var(--chart-grid)"
          />
          <text x={frame.left - 6} y={yPixel(frame, tick.at) + 4} textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {unit === "" ? null : (
        <text x={frame.left} y={10}>
          {unit}
        </text>
      )}
      {xTicks.map((tick) => (
        <text
          key={tick.at}
          x={xPixel(frame, tick.at)}
          y={frame.bottom + 17}
          textAnchor={tickAnchor(frame, tick)}
        >
          {tick.label}
        </text>
      ))}
    </g>
  );
}

const LETTER_PX = 6.2;

/** Labels at the ends stay within the drawing. */
function tickAnchor(frame: Frame, { at, label }: Tick): "start" | "middle" | "end" {
  const x = xPixel(frame, at);
  const half = (LETTER_PX * label.length) / 2;
  if (x + half > frame.width) return "end";
  return x < half ? "start" : "middle";
}
