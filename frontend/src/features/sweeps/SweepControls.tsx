/** What is swept where: metric, testbed, run, curve and the scales of both axes. */

import type { SweepDetail } from "@/api/types";
import { curveName } from "@/charts/sweepModel";
import { Select } from "@/ui/Select";
import { formatPercent } from "@/units/format";
import type { ChangeSweep } from "./SweepPage";
import styles from "./Sweeps.module.css";
import { acrossOf, runLabel } from "./sweepsModel";
import type { AxisScale, SweepState } from "./sweepsUrl";

interface SweepControlsProps {
  sweep: SweepDetail;
  state: SweepState;
  onChange: ChangeSweep;
}

const SCALES = [
  { value: "linear", label: "linear" },
  { value: "log", label: "logarithmic" },
];

const MARGINS = [0.005, 0.01, 0.02, 0.05, 0.1];

export function SweepControls({ sweep, state, onChange }: SweepControlsProps) {
  const names = sweep.curves.map(curveName);
  return (
    <div className={styles.controls}>
      <Select
        label="Metric"
        choices={plain(sweep.metrics)}
        value={sweep.metric}
        onChange={(metric) => onChange({ metric })}
      />
      <Select
        label="Testbed"
        choices={plain(sweep.testbeds)}
        value={sweep.testbed}
        onChange={(testbed) => onChange({ testbed, run: null })}
      />
      <Select
        label="Run"
        choices={runChoices(sweep)}
        value={state.run === null ? "" : String(sweep.run.id)}
        onChange={(run) => onChange({ run: run === "" ? null : Number(run) })}
      />
      {names.length > 1 ? (
        <Select
          label="Curve"
          choices={[{ value: "", label: `all ${names.length}` }, ...plain(names)]}
          value={names.find((name) => name === state.curve) ?? ""}
          onChange={(curve) => onChange({ curve: curve === "" ? null : curve })}
        />
      ) : null}
      <Select
        label="Equally good within"
        choices={marginChoices(sweep.margin)}
        value={String(sweep.margin)}
        onChange={(margin) => onChange({ margin: Number(margin) })}
      />
      <Select
        label="Across"
        choices={SCALES}
        value={acrossOf(sweep, state.across)}
        onChange={(across) => onChange({ across: across as AxisScale })}
      />
      <Select
        label="Up"
        choices={SCALES}
        value={state.up}
        onChange={(up) => onChange({ up: up as AxisScale })}
      />
    </div>
  );
}

/** The newest follows new runs; a chosen one stays. */
function runChoices(sweep: SweepDetail) {
  const runs = sweep.runs.some((run) => run.id === sweep.run.id)
    ? sweep.runs
    : [sweep.run, ...sweep.runs];
  const chosen = runs.map((run) => ({ value: String(run.id), label: runLabel(run) }));
  return [{ value: "", label: "the newest" }, ...chosen];
}

/** Those offered, and the one that is in the address. */
function marginChoices(asked: number) {
  const shares = [...new Set([...MARGINS, asked])].sort((a, b) => a - b);
  return shares.map((share) => ({ value: String(share), label: formatPercent(share) }));
}

function plain(names: readonly string[]) {
  return names.map((value) => ({ value, label: value }));
}
