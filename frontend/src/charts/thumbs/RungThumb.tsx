/** The rungs of a ladder, small: bars from zero, a line at the baseline. */

import { Bar, BarChart, Cell, ReferenceLine, YAxis } from "recharts";
import type { LadderListing } from "@/api/types";
import { HEIGHT, thumbBars, WIDTH } from "./thumbModel";

const MARGIN = { top: 3, right: 2, bottom: 2, left: 2 };
const COLOURS = {
  baseline: "var(--series-muted)",
  best: "var(--better)",
  kept: "var(--series-1)",
  other: "var(--surface-sunken)",
} as const;

export function RungThumb({ ladder }: { ladder: LadderListing }) {
  const bars = thumbBars(ladder);
  return (
    <BarChart width={WIDTH} height={HEIGHT} data={bars} margin={MARGIN} accessibilityLayer={false}>
      <YAxis hide domain={[0, "dataMax"]} />
      <Bar dataKey="times" maxBarSize={14} isAnimationActive={false}>
        {bars.map(({ id, tone }) => (
          <Cell
            key={id}
            fill={COLOURS[tone]}
            stroke={tone === "other" ? "var(--line-strong)" : COLOURS[tone]}
          />
        ))}
      </Bar>
      <ReferenceLine y={1} stroke="var(--line-strong)" strokeDasharray="3 3" />
    </BarChart>
  );
}
