/** The picture of a run: its largest differences from the commit before. */

import { useMemo } from "react";
import type { Comparison, RunDetail } from "@/api/types";
import { DivergingBars } from "@/charts/diverging/DivergingBars";
import { moverBars } from "./runMovers";

interface RunMoversProps {
  run: RunDetail;
  before: Comparison | undefined;
}

export function RunMovers({ run, before }: RunMoversProps) {
  const isUnfit = run.noisy_machines.some((machine) => machine.is_unfit);
  const bars = useMemo(() => moverBars(before?.rows ?? [], isUnfit), [before, isUnfit]);
  if (bars.length === 0) return null;
  return (
    <DivergingBars
      title="Largest differences from the commit before (right is better)"
      groups={[{ key: "all", name: "", net: null, bars }]}
    />
  );
}
