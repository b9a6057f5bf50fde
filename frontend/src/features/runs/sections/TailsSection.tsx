/** Tail latency: percentile curves of the variants of one metric, and what only their tails tell. */

import { useMemo } from "react";
import { useTails } from "@/api/tails";
import type { RunDetail, SeriesLabel, Tail } from "@/api/types";
import { TailPlot } from "@/charts/tails/TailPlot";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { parametersText } from "@/ui/links/SeriesName";
import { type Column, Table } from "@/ui/tables/Table";
import { formatCount } from "@/units/format";
import type { ChangeRun } from "../RunPage";
import styles from "../Runs.module.css";
import type { RunState } from "../runsUrl";
import { CurveChoices, chosenOf } from "./CurveChoices";
import { roundsText, TOLD, tailedCurves, tailNames, tailSentence, toldText } from "./tailsModel";

interface TailsSectionProps {
  project: string;
  run: RunDetail;
  state: RunState;
  onChange: ChangeRun;
}

export function TailsSection({ project, run, state, onChange }: TailsSectionProps) {
  const chosen = useMemo(() => chosenOf(tailedCurves(run), state), [run, state]);
  if (chosen === null) {
    return (
      <EmptyState title="No result of this run reaches into a tail.">
        Percentiles are read from HdrHistograms, or from ten samples or more of one variant.
      </EmptyState>
    );
  }
  return (
    <CurveChoices chosen={chosen} legend="Curves" nameOf={nameOf} onChange={onChange}>
      <Curves
        project={project}
        run={run}
        series={chosen.shown.map(({ id }) => id)}
        isTable={state.samples === "table"}
        onTable={(isTable) => onChange({ samples: isTable ? "table" : "chart" })}
      />
    </CurveChoices>
  );
}

function nameOf({ benchmark, parameters }: SeriesLabel): string {
  return `${benchmark} ${parametersText(parameters)}`.trim();
}

interface CurvesProps {
  project: string;
  run: RunDetail;
  series: readonly number[];
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

function Curves({ project, run, series, isTable, onTable }: CurvesProps) {
  const query = useTails(project, run.id, series);
  return (
    <QueryBoundary
      query={query}
      failure="The percentiles could not be loaded."
      skeleton={<Skeleton height={380} label="Loading the percentiles" />}
    >
      {({ rows }) => (
        <>
          <p>{tailSentence(rows)}</p>
          <TailPlot tails={rows} names={tailNames(rows)} tableSwitch={{ isTable, onTable }} />
          <ToldTable tails={rows} results={run.rows} />
        </>
      )}
    </QueryBoundary>
  );
}

interface ToldRow {
  name: string;
  tail: Tail;
  /** Of the run: some tell a percentile round by round. */
  results: RunDetail["rows"];
}

const COLUMNS: Column<ToldRow>[] = [
  { id: "name", head: "Curve", cell: ({ name }) => name },
  ...TOLD.map(
    (percentile): Column<ToldRow> => ({
      id: String(percentile),
      head: `p${percentile} [95 %]`,
      isNumber: true,
      sortBy: ({ tail }) =>
        tail.points.find((point) => point.percentile === percentile)?.value ?? null,
      cell: ({ tail, results }) => (
        <>
          {toldText(tail, percentile)}
          <RoundsLine text={roundsText(results, tail, percentile)} />
        </>
      ),
    }),
  ),
  {
    id: "n",
    head: "Recordings",
    isNumber: true,
    cell: ({ tail }) => formatCount(tail.n),
  },
];

function RoundsLine({ text }: { text: string | null }) {
  return text === null ? null : <div className={styles.quiet}>by rounds {text}</div>;
}

function ToldTable({ tails, results }: { tails: readonly Tail[]; results: RunDetail["rows"] }) {
  const names = tailNames(tails);
  const rows = tails.map((tail, index) => ({ name: names[index] ?? "", tail, results }));
  const hasRounds = tails.some((tail) => TOLD.some((one) => roundsText(results, tail, one)));
  return (
    <>
      {hasRounds ? (
        <p className={styles.quiet}>
          Two meanings of one percentile. First: of all recordings of the run together, its interval
          as if they were independent. By rounds: the metric of that name, the median of one value a
          round, its interval the scatter between rounds; runs are compared by that one.
        </p>
      ) : null}
      <Table
        caption="Percentiles of the curves"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ tail }) => tail.series.id}
      />
    </>
  );
}
