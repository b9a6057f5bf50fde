/** Which curves of a run are drawn: those of one metric, a few of them at once. */

import type { ReactNode } from "react";
import { Checkbox } from "@/ui/controls/Checkbox";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import type { ChangeRun } from "../RunPage";
import styles from "../Runs.module.css";
import type { RunState } from "../runsUrl";

/** Curves that one chart can hold. */
const MOST = 8;
/** Those drawn before anybody chose. */
const FIRST = 4;

interface Curve {
  id: number;
  metric: string;
}

interface Chosen<Offered extends Curve> {
  metrics: string[];
  metric: string;
  offered: Offered[];
  shown: Offered[];
}

/** What the address asks for as far as it exists; null where there is no curve. */
export function chosenOf<Offered extends Curve>(
  curves: readonly Offered[],
  state: RunState,
): Chosen<Offered> | null {
  const metrics = [...new Set(curves.map(({ metric }) => metric))];
  const metric = metrics.includes(state.metric) ? state.metric : metrics[0];
  if (metric === undefined) return null;
  const offered = curves.filter((curve) => curve.metric === metric);
  const chosen = offered.filter(({ id }) => state.curves.includes(id));
  return { metrics, metric, offered, shown: chosen.length > 0 ? chosen : offered.slice(0, FIRST) };
}

interface CurveChoicesProps<Offered extends Curve> {
  chosen: Chosen<Offered>;
  /** What one of them is: "Processes". */
  legend: string;
  nameOf: (curve: Offered) => string;
  onChange: ChangeRun;
  /** The chart, between its metric and the curves it can show. */
  children: ReactNode;
}

export function CurveChoices<Offered extends Curve>(props: CurveChoicesProps<Offered>) {
  const { chosen, legend, nameOf, onChange, children } = props;
  const { metrics, metric, offered, shown } = chosen;
  const ids = shown.map(({ id }) => id);
  const toggle = (id: number) =>
    onChange({
      curves: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST),
    });
  return (
    <div className={styles.stack}>
      <FilterBar>
        <Select
          label="Metric"
          choices={metrics.map((value) => ({ value, label: value }))}
          value={metric}
          onChange={(next) => onChange({ metric: next, curves: [] })}
        />
      </FilterBar>
      {children}
      <fieldset className={styles.choices}>
        <legend>
          {legend}, {shown.length} of {offered.length}
        </legend>
        {offered.map((curve) => (
          <Checkbox
            key={curve.id}
            label={nameOf(curve)}
            isChecked={ids.includes(curve.id)}
            isDisabled={ids.length === 1 && ids.includes(curve.id)}
            onChange={() => toggle(curve.id)}
          />
        ))}
      </fieldset>
    </div>
  );
}
