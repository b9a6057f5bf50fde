/** The curves of a sweep, small: intervals as whiskers, the best set filled. */

import { ErrorBar, Scatter, ScatterChart, XAxis, YAxis } from "recharts";
import type { SweepBest } from "@/api/types";
import { coloursFor } from "@/charts/frame/palette";
import { HEIGHT, type ThumbPoint, thumbPoints, WIDTH } from "./thumbModel";

const MARGIN = { top: 5, right: 6, bottom: 5, left: 6 };

export function CurveThumb({ curves }: Pick<SweepBest, "curves">) {
  const colours = coloursFor(curves.map((_, index) => index));
  return (
    <ScatterChart width={WIDTH} height={HEIGHT} margin={MARGIN} accessibilityLayer={false}>
      <XAxis dataKey="x" type="number" domain={["dataMin", "dataMax"]} hide />
      <YAxis dataKey="value" type="number" domain={["dataMin", "dataMax"]} hide />
      {curves.map((curve, index) => {
        const colour = colours.get(index) ?? "var(--series-muted)";
        return (
          <Scatter
            key={JSON.stringify(curve.facet)}
            data={thumbPoints(curve)}
            fill={colour}
            line={{ stroke: colour, strokeWidth: 1.25 }}
            shape={(mark) => (
              <Mark cx={mark.cx} cy={mark.cy} payload={mark.payload} colour={colour} />
            )}
            isAnimationActive={false}
          >
            <ErrorBar
              dataKey="reach"
              direction="y"
              width={0}
              stroke={colour}
              strokeOpacity={0.45}
              isAnimationActive={false}
            />
          </Scatter>
        );
      })}
    </ScatterChart>
  );
}

interface MarkProps {
  cx: number | undefined;
  cy: number | undefined;
  payload: Partial<ThumbPoint> | undefined;
  colour: string;
}

function Mark({ cx, cy, payload, colour }: MarkProps) {
  const isBest = payload?.isBest === true;
  return (
    <circle
      cx={cx}
      cy={cy}
      r={isBest ? 3.4 : 2}
      fill={isBest ? "var(--better)" : "var(--surface)"}
      stroke={isBest ? "var(--better)" : colour}
      data-best={isBest || undefined}
    />
  );
}
