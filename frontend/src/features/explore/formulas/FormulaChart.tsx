/** The lines of a formula as a chart, with what its operands are and what was left out. */

import { useMemo } from "react";
import type { DerivedHistory } from "@/api/types";
import { coloursFor } from "@/charts/frame/palette";
import { SeriesChart } from "@/charts/series/SeriesChart";
import { distinctNames } from "@/charts/series/seriesNames";
import styles from "../Explore.module.css";
import { type ChangeExplore, type ExploreState, toggled } from "../exploreUrl";
import { fittedZoom, timedZoom } from "../history/zoomUnit";
import { linesOf } from "./formulaModel";

interface FormulaChartProps {
  derived: DerivedHistory;
  formula: string;
  place: number;
  state: ExploreState;
  onChange: ChangeExplore;
}

export function FormulaChart({ derived, formula, place, state, onChange }: FormulaChartProps) {
  const lines = useMemo(() => linesOf(derived, place), [derived, place]);
  const names = useMemo(() => distinctNames(lines.map((line) => line.series)), [lines]);
  const operands = useMemo(() => distinctNames(derived.operands), [derived]);
  const { commits } = derived.history;
  const window = useMemo(() => fittedZoom(commits, state.zoom), [commits, state.zoom]);
  return (
    <>
      <SeriesChart
        subject={formula}
        commits={commits}
        series={lines}
        colours={coloursFor(lines.map((line) => line.series.id))}
        names={names}
        x={state.axis}
        y={state.scale === "log" ? "log" : "linear"}
        window={window}
        onWindow={(zoom) => onChange({ zoom: timedZoom(commits, zoom) })}
        selected={null}
        onSelect={() => undefined}
        hidden={new Set(state.hidden)}
        onToggle={(id) => onChange({ hidden: toggled(state.hidden, id) })}
        height={280}
      />
      <p className={styles.notes}>
        {derived.operands.map(({ id }) => `#${id} ${operands.get(id)}`).join(" · ")}
      </p>
      {derived.notes.map((note) => (
        <p key={note} className={styles.notes}>
          {note}
        </p>
      ))}
    </>
  );
}
