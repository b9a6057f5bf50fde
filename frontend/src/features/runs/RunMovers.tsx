/** The picture of a run: its largest differences from the commit before. */

import { useMemo } from "react";
import type { Comparison, RunDetail } from "@/api/types";
import { DivergingBars } from "@/charts/diverging/DivergingBars";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { MOST_MOVERS, moverBars } from "./runMovers";

interface RunMoversProps {
  run: RunDetail;
  before: Comparison | undefined;
}

/** Title, axis and notes of the picture, and one bar, in pixels. */
const AROUND = 150;
const BAR = 28;
const NARROW_BAR = 44;

/** Keeps its room while the comparison is awaited, so that the table below stays where it is. */
export function RunMovers({ run, before }: RunMoversProps) {
  const isUnfit = run.noisy_machines.some((machine) => machine.is_unfit);
  const bars = useMemo(() => moverBars(before?.rows ?? [], isUnfit), [before, isUnfit]);
  const bar = useIsNarrow() ? NARROW_BAR : BAR;
  if (run.base_run === null || run.rows.length === 0) return null;
  if (before !== undefined && bars.length === 0) return null;
  const height = AROUND + bar * Math.min(MOST_MOVERS, run.rows.length);
  return (
    <div style={{ minHeight: height }}>
      {bars.length === 0 ? null : (
        <DivergingBars
          title="Largest differences from the commit before (right is better)"
          groups={[{ key: "all", name: "", net: null, bars }]}
        />
      )}
    </div>
  );
}
