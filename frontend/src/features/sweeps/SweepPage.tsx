/** One sweep: a metric over the values of a parameter, and which of them are best. */

import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { GridDetail, SweepCurve, SweepDetail } from "@/api/types";
import { chartTitle } from "@/charts/frame/chartTitle";
import { HeatMap } from "@/charts/sweep/HeatMap";
import { curveName } from "@/charts/sweep/sweepModel";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";
import { TableFile } from "@/ui/links/TableFile";
import { useUrlState } from "@/ui/url/useUrlState";
import { scaleForAll } from "@/units/scale";
import { MetricCharts } from "./MetricCharts";
import { OptimaSection } from "./OptimaSection";
import { CurveControls, SweepControls } from "./SweepControls";
import { SweepCoverage } from "./SweepCoverage";
import { Remarks, RunLine } from "./SweepParts";
import { SweepPoints } from "./SweepPoints";
import styles from "./Sweeps.module.css";
import {
  curvesShown,
  failedText,
  gridAnswer,
  gridGaps,
  remarksOf,
  sweepAnswer,
} from "./sweepsModel";
import { sweepQuery, useGrid, useSweep } from "./sweepsQuery";
import { type SweepState, sweepCodec } from "./sweepsUrl";

export type ChangeSweep = (part: Partial<SweepState>) => void;

export function SweepPage() {
  const { project, benchmark, axis } = useParams({ from: "/p/$project/sweeps/$benchmark/$axis" });
  const [state, change] = useUrlState(sweepCodec);
  const where = { project, benchmark: Number(benchmark), axis, state, onChange: change };
  return state.second === null ? <CurvePage {...where} /> : <GridPage {...where} />;
}

interface Where {
  project: string;
  benchmark: number;
  axis: string;
  state: SweepState;
  onChange: ChangeSweep;
}

function CurvePage({ project, benchmark, axis, state, onChange }: Where) {
  const query = useSweep(project, benchmark, axis, state);
  const sweep = query.data;
  const answer = sweep === undefined ? axis : sweepAnswer(sweep, curvesShown(sweep, state.curve));
  return (
    <Page
      title={sweep === undefined ? "Sweep" : `${sweep.benchmark} over ${axis}`}
      answer={answer}
      isBusy={query.isPlaceholderData}
      actions={
        <TableFile
          project={project}
          path={`sweeps/${benchmark}/${encodeURIComponent(axis)}`}
          query={sweepQuery(state)}
        />
      }
    >
      <QueryBoundary
        query={query}
        failure="The sweep could not be loaded."
        skeleton={<Skeleton height={460} label="Loading the sweep" />}
      >
        {(loaded) => (
          <>
            <Sweep project={project} sweep={loaded} state={state} onChange={onChange} />
            <SweepCoverage project={project} benchmark={benchmark} sweep={loaded} />
            <OptimaSection project={project} benchmark={benchmark} sweep={loaded} state={state} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function GridPage({ project, benchmark, axis, state, onChange }: Where) {
  const query = useGrid(project, benchmark, axis, state);
  const detail = query.data;
  const title = detail === undefined ? "Sweep" : `${detail.benchmark} over ${axis}`;
  return (
    <Page
      title={title}
      answer={detail === undefined ? axis : gridAnswer(detail)}
      isBusy={query.isPlaceholderData}
    >
      <QueryBoundary
        query={query}
        failure="The sweep over two parameters could not be loaded."
        skeleton={<Skeleton height={460} label="Loading the sweep" />}
      >
        {(loaded) => (
          <>
            <SweepControls sweep={loaded} state={state} onChange={onChange} />
            <GridView
              project={project}
              detail={loaded}
              state={state}
              onTable={(isTable) => onChange({ view: isTable ? "table" : "chart" })}
            />
          </>
        )}
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
  const failed = failedText(sweep);
  return (
    <>
      <div className={styles.controls}>
        <SweepControls sweep={sweep} state={state} onChange={onChange} />
        <CurveControls sweep={sweep} state={state} onChange={onChange} />
      </div>
      <RunLine project={project} sweep={sweep} />
      <div className={styles.chart}>
        <Agreements sweep={sweep} curve={state.curve} />
        <MetricCharts sweep={sweep} state={state} onChange={onChange} />
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

/** Whether one value is best for every metric that is shown. */
function Agreements({ sweep, curve }: { sweep: SweepDetail; curve: string | null }) {
  const shown = sweep.agreements.filter((one) => curve === null || curveName(one) === curve);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.conclusions} aria-label="All metrics together">
      {shown.map((one) => (
        <li key={curveName(one)}>
          {sweep.agreements.length > 1 ? <strong>{curveName(one)}</strong> : null}
          <span>{one.sentence}</span>
        </li>
      ))}
    </ul>
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
          <span>{curve.sentence}</span>
        </li>
      ))}
    </ul>
  );
}

/** Whiskers that overlap contradict no verdict, where it was given round by round. */
function roundsText(curves: SweepCurve[]): string {
  const counts = curves.flatMap(({ rounds }) => rounds ?? []);
  if (counts.length === 0) return "";
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const rounds = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
  return ` The verdict uses ${rounds} paired rounds; the whiskers do not.`;
}

/** What the best set may be taken for. */
function Claim({ curves }: { curves: SweepCurve[] }) {
  if (curves.some((curve) => curve.claim === "interval")) {
    return (
      <p className={styles.quiet}>
        The best set holds the true best value with 95 % confidence, among the values that were
        measured.{roundsText(curves)}
      </p>
    );
  }
  if (curves.some((curve) => curve.claim === "summary only")) {
    return (
      <p className={styles.quiet}>
        Summary only, no samples: the best value is named without a significance test.
      </p>
    );
  }
  return null;
}

interface GridViewProps {
  project: string;
  detail: GridDetail;
  state: SweepState;
  onTable: (isTable: boolean) => void;
}

/** A sweep over two parameters: a heat map for every facet, with what it says. */
function GridView({ project, detail, state, onTable }: GridViewProps) {
  const navigate = useNavigate();
  const open = (series: number) =>
    void navigate({
      to: "/p/$project/runs/$run",
      params: { project, run: String(detail.run.id) },
      search: { result: String(series) },
    });
  const values = detail.grids.flatMap((grid) => grid.cells.map((cell) => cell.value));
  const scale = scaleForAll(detail.unit, values);
  const title = chartTitle(detail.metric, scale.label, detail.direction);
  return (
    <>
      <RunLine project={project} sweep={detail} />
      {detail.grids.map((grid) => {
        const name = curveName(grid);
        const gaps = gridGaps(grid, detail);
        return (
          <div key={name} className={styles.chart}>
            <HeatMap
              title={name === "" ? title : `${name}: ${title}`}
              axis={detail.axis}
              second={detail.second}
              unit={detail.unit}
              grid={grid}
              onSelect={open}
              tableSwitch={{ isTable: state.view === "table", onTable }}
            />
            {detail.grids.length > 1 ? <p>{grid.sentence}</p> : null}
            <Remarks remarks={grid.remarks} />
            {gaps === null ? null : <p className={styles.quiet}>{gaps}</p>}
          </div>
        );
      })}
    </>
  );
}
