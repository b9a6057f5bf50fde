/** What was measured at one value of the swept parameter. */

import type { SweepCurve } from "@/api/types";
import styles from "@/charts/frame/Chart.module.css";
import { type Frame, xPixel } from "@/charts/frame/frame";
import { Swatch } from "@/charts/series/CrosshairLayer";
import { formatInterval, formatPercent, formatValue } from "@/units/format";
import { curveName } from "./sweepModel";

interface SweepTipProps {
  frame: Frame;
  x: number;
  axis: string;
  unit: string;
  curves: readonly SweepCurve[];
  colours: ReadonlyMap<number, string>;
}

export function SweepTip({ frame, x, axis, unit, curves, colours }: SweepTipProps) {
  const pixel = xPixel(frame, x);
  const isRight = pixel > (frame.left + frame.right) / 2;
  const place = isRight ? { right: frame.width - pixel + 12 } : { left: pixel + 12 };
  return (
    <div className={styles.tip} style={{ ...place, top: frame.top }} role="status">
      <div className={styles.tipHead}>
        <span>
          {axis} = {x}
        </span>
      </div>
      <div className={styles.tipRows}>
        {curves.map((curve, index) => {
          const point = curve.points.find((one) => one.x === x);
          if (point === undefined) return null;
          return (
            <TipRow
              key={curveName(curve)}
              name={curveName(curve)}
              colour={colours.get(index)}
              unit={unit}
              point={point}
            />
          );
        })}
      </div>
    </div>
  );
}

interface TipRowProps {
  name: string;
  colour: string | undefined;
  unit: string;
  point: SweepCurve["points"][number];
}

function TipRow({ name, colour, unit, point }: TipRowProps) {
  const { value, low, high, excess, n } = point;
  const interval =
    low === null || high === null ? "" : ` ${formatInterval(low, high, unit, value)}`;
  const distance =
    excess === null || excess <= 0 ? "best" : `${formatPercent(excess)} from the best`;
  return (
    <>
      <Swatch colour={colour} />
      <span className={styles.name}>{name}</span>
      <span className={styles.figure}>
        {formatValue(value, unit)}
        {interval}
      </span>
      <span className={styles.quiet}>
        {distance}, n {n}
      </span>
    </>
  );
}
