/** One sweep: a metric over the values of a parameter, and which of them are best. */

import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SweepCurve, SweepDetail } from "@/api/types";
import { chartTitle } from "@/charts/chartTitle";
import { SweepChart } from "@/charts/SweepChart";
import { curveName } from "@/charts/sweepModel";
import { CommitLink } from "@/ui/CommitLink";
import { Page } from "@/ui/Page";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { RelativeTime } from "@/ui/RelativeTime";
import { Skeleton } from "@/ui/Skeleton";
import { useUrlState } from "@/ui/urlState";
import { scaleForAll } from "@/units/scale";
import { SweepControls } from "./SweepControls";
import { SweepPoints } from "./SweepPoints";
import styles from "./Sweeps.module.css";
import { acrossOf, curvesShown, failedText, remarksOf, sweepAnswer, unbroken } from "./sweepsModel";
import { useSweep } from "./sweepsQuery";
import { type SweepState, sweepCodec } from "./sweepsUrl";

export type ChangeSweep = (part: Partial<SweepState>) => void;

export function SweepPage() {
  const { project, benchmark, axis } = useParams({ from: "/p/$project/sweeps/$benchmark/$axis" });
  const [state, change] = useUrlState(sweepCodec);
  const query = useSweep(project, Number(benchmark), axis, state);
  const sweep = query.data;
  const answer = sweep === undefined ? axis : sweepAnswer(sweep, curvesShown(sweep, state.curve));
  return (
    <Page title={sweep === undefined ? "Sweep" : `${sweep.benchmark} over ${axis}`} answer={answer}>
      <QueryBoundary
        query={query}
        failure="The sweep could not be loaded."
        skeleton={<Skeleton height={460} label="Loading the sweep" />}
      >
        {(loaded) => <Sweep project={project} sweep={loaded} state={state} onChange={change} />}
      </QueryBoundary>
    </Page>
  );
}

interface SweepProps {
  project: string;
  sweep: SweepDetail;
  state: SweepState;
  onChange: ChangeSweep;
}

function Sweep({ project, sweep, state, onChange }: SweepProps) {
  const shown = useMemo(() => curvesShown(sweep, state.curve), [sweep, state.curve]);
  const scale = scaleForAll(
    sweep.unit,
    shown.flatMap((curve) => curve.points.map((point) => point.high ?? point.value)),
  );
  const failed = failedText(sweep);
  return (
    <>
      <SweepControls sweep={sweep} state={state} onChange={onChange} />
      <RunLine project={project} sweep={sweep} />
      <div className={styles.chart}>
        <SweepChart
          title={chartTitle(sweep.metric, scale.label, sweep.direction)}
          unit={sweep.unit}
          axis={sweep.axis}
          curves={shown}
          marks={sweep.marks}
          failed={sweep.failed}
          crossovers={sweep.crossovers}
          margin={sweep.margin}
          x={acrossOf(sweep, state.across)}
          y={state.up}
          selected={selectionOf(shown, state.at)}
          onSelect={({ x }) => onChange({ at: x === state.at ? null : x })}
          tableSwitch={{
            isTable: state.view === "table",
            onTable: (isTable) => onChange({ view: isTable ? "table" : "chart" }),
          }}
          height={360}
        />
        {failed === null ? null : <p className={styles.quiet}>{failed}</p>}
        {shown.length > 1 ? <Conclusions curves={shown} onChange={onChange} /> : null}
        <Remarks remarks={remarksOf(sweep, shown)} />
        <Claim curves={shown} />
      </div>
      {state.at === null ? null : (
        <SweepPoints
          project={project}
          sweep={sweep}
          shown={shown}
          at={state.at}
          onClose={() => onChange({ at: null })}
        />
      )}
    </>
  );
}

function selectionOf(shown: readonly SweepCurve[], at: number | null) {
  const curve = shown.findIndex((one) => one.points.some((point) => point.x === at));
  return at === null || curve < 0 ? null : { curve, x: at };
}

function RunLine({ project, sweep }: { project: string; sweep: SweepDetail }) {
  const { run } = sweep;
  return (
    <p className={styles.run}>
      <span>
        {sweep.suite} / {sweep.benchmark} on {sweep.testbed}
      </span>
      <Link to="/p/$project/runs/$run" params={{ project, run: String(run.id) }}>
        Run {run.id}
      </Link>
      <CommitLink commit={run.commit} />
      <RelativeTime at={run.started_at} />
    </p>
  );
}

/** What holds for each of several curves; choosing one shows it alone with its best set shaded. */
function Conclusions({ curves, onChange }: { curves: SweepCurve[]; onChange: ChangeSweep }) {
  return (
    <ul className={styles.conclusions}>
      {curves.map((curve, index) => (
        <li key={curveName(curve)}>
          <span
            className={styles.swatch}
            style={{ background: `var(--series-${(index % 8) + 1})` }}
            aria-hidden="true"
          />
          <button type="button" onClick={() => onChange({ curve: curveName(curve) })}>
            {curveName(curve)}
          </button>
          <span>{unbroken(curve.sentence)}</span>
        </li>
      ))}
    </ul>
  );
}

function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks} aria-label="What else it shows">
      {remarks.map((remark) => (
        <li key={remark}>{unbroken(remark)}</li>
      ))}
    </ul>
  );
}

/** What the best set may be taken for. */
function Claim({ curves }: { curves: SweepCurve[] }) {
  if (curves.some((curve) => curve.claim === "interval")) {
    return (
      <p className={styles.quiet}>
        The best set holds the true best value with 95 % confidence, among the values that were
        measured.
      </p>
    );
  }
  if (curves.some((curve) => curve.claim === "summary only")) {
    return (
      <p className={styles.quiet}>Summary only, no samples: the best is by its number alone.</p>
    );
  }
  return null;
}
