/** What is swept where: metric, testbed, run, curve and the scales of both axes. */

import type { SweepDetail } from "@/api/types";
import { curveName } from "@/charts/sweep/sweepModel";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Select } from "@/ui/controls/Select";
import { formatPercent } from "@/units/format";
import type { ChangeSweep } from "./SweepPage";
import styles from "./Sweeps.module.css";
import { acrossOf, isApart, runLabel, runsByCommit } from "./sweepsModel";
import type { AxisScale, Spacing, SweepState } from "./sweepsUrl";

type Choices = Pick<
  SweepDetail,
  | "metric"
  | "metrics"
  | "testbed"
  | "testbeds"
  | "seconds"
  | "run"
  | "runs"
  | "answer_runs"
  | "unfit_runs"
>;

interface SweepControlsProps {
  sweep: Choices;
  state: SweepState;
  onChange: ChangeSweep;
}

/** What is measured where, over one or two parameters. */
export function SweepControls({ sweep, state, onChange }: SweepControlsProps) {
  return (
    <div className={styles.controls}>
      <Select
        label="Metric"
        choices={plain(sweep.metrics)}
        value={sweep.metric}
        onChange={(metric) =>
          onChange({ metric, also: state.also.filter((one) => one !== metric) })
        }
      />
      <Select
        label="Testbed"
        choices={plain(sweep.testbeds)}
        value={sweep.testbed}
        onChange={(testbed) => onChange({ testbed, run: null })}
      />
      <Select
        label="Commit"
        choices={runChoices(sweep)}
        value={state.run === null ? "" : String(sweep.run.id)}
        onChange={(run) => onChange({ run: run === "" ? null : Number(run) })}
      />
      {sweep.seconds.length === 0 ? null : (
        <Select
          label="Second parameter"
          choices={[{ value: "", label: "none" }, ...plain(sweep.seconds)]}
          value={state.second ?? ""}
          onChange={(second) => onChange({ second: second === "" ? null : second, at: null })}
        />
      )}
    </div>
  );
}

const SCALES = [
  { value: "linear", label: "linear" },
  { value: "log", label: "logarithmic" },
];
const SPACINGS = [...SCALES, { value: "even", label: "evenly spaced" }];

const MARGINS = [0.005, 0.01, 0.02, 0.05, 0.1];

interface CurveControlsProps extends SweepControlsProps {
  sweep: SweepDetail;
}

/** How curves are shown: which of them, which metrics beside, on which scales. */
export function CurveControls({ sweep, state, onChange }: CurveControlsProps) {
  const names = sweep.curves.map(curveName);
  const others = sweep.metrics.filter((name) => name !== sweep.metric);
  const toggle = (name: string, isOn: boolean) =>
    onChange({ also: isOn ? [...state.also, name] : state.also.filter((one) => one !== name) });
  return (
    <>
      <div className={styles.controls}>
        {names.length > 1 ? (
          <Select
            label="Curve"
            choices={[{ value: "", label: `all ${names.length}` }, ...plain(names)]}
            value={names.find((name) => name === state.curve) ?? ""}
            onChange={(curve) => onChange({ curve: curve === "" ? null : curve })}
          />
        ) : null}
        <Select
          label="Treat as equal within"
          choices={marginChoices(sweep.margin)}
          value={String(sweep.margin)}
          onChange={(margin) => onChange({ margin: Number(margin) })}
        />
        <Select
          label="X axis"
          choices={SPACINGS}
          value={acrossOf(sweep, state.across)}
          onChange={(across) => onChange({ across: across as Spacing })}
        />
        <Select
          label="Y axis"
          choices={SCALES}
          value={state.up}
          onChange={(up) => onChange({ up: up as AxisScale })}
        />
      </div>
      {others.length === 0 ? null : (
        <fieldset className={styles.also}>
          <legend>Also show</legend>
          {others.map((name) => (
            <Checkbox
              key={name}
              label={name}
              isChecked={state.also.includes(name)}
              onChange={(isOn) => toggle(name, isOn)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Without a choice new commits are followed, as far as they swept; a chosen one stays. */
function runChoices(sweep: Pick<SweepDetail, "run" | "runs" | "answer_runs" | "unfit_runs">) {
  const chosen = runsByCommit(sweep).map((run) => ({
    value: String(run.id),
    label: runLabel(run, sweep.unfit_runs.includes(run.id), isApart(sweep, run)),
  }));
  return [{ value: "", label: "the newest commit with a fit machine" }, ...chosen];
}

/** Those offered, and the one that is in the address. */
function marginChoices(asked: number) {
  const shares = [...new Set([...MARGINS, asked])].sort((a, b) => a - b);
  return shares.map((share) => ({ value: String(share), label: formatPercent(share) }));
}

function plain(names: readonly string[]) {
  return names.map((value) => ({ value, label: value }));
}
