/** What the functions that changed took, profiled commit by commit: one small chart each. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ComposedChart, Line, ReferenceLine } from "recharts";
import type { FunctionDifference, FunctionHistories, FunctionHistory } from "@/api/types";
import { frameOf, gridLines, plotArea, xAxis, yAxis } from "@/charts/frame/axes";
import chart from "@/charts/frame/Chart.module.css";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { share } from "@/charts/frame/frame";
import { indexTicks, linearTicks, unitOnLast } from "@/charts/frame/ticks";
import { useWidth } from "@/charts/frame/useWidth";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import { functionText } from "@/ui/words/functionWords";
import { formatValue } from "@/units/format";
import { formatShare } from "@/units/share";
import styles from "./Profiles.module.css";
import { functionHistoriesOptions } from "./profileQuery";

interface FunctionChangesProps {
  project: string;
  profile: number;
  changed: readonly FunctionDifference[];
}

/** The sentence of each change, and below it the history of its function. */
export function FunctionChanges({ project, profile, changed }: FunctionChangesProps) {
  const query = useQuery(functionHistoriesOptions(project, profile));
  return (
    <section className={styles.stack} aria-label="Functions that changed">
      <h2>Functions that changed</h2>
      <QueryBoundary
        query={query}
        failure="The histories of the functions could not be loaded."
        skeleton={<span role="status" aria-label="Loading histories of functions" />}
      >
        {(body) => (
          <ul className={styles.functions}>
            {changed.map((one) => (
              <li key={`${one.name} ${one.commit.id}`} className={styles.stack}>
                <p className={styles.note}>{functionText(one)}</p>
                <Plot body={body} change={one} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}

const HEIGHT = 140;
const PERCENT = { divisor: 0.01, label: "%" };

interface PlotProps {
  body: FunctionHistories;
  change: FunctionDifference;
}

function Plot({ body, change }: PlotProps) {
  const history = body.histories.find(
    (one) => one.name === change.name && one.is_module === change.is_module,
  );
  if (history === undefined) return null;
  return (
    <ChartFigure
      title={`Share of CPU samples in ${change.name}`}
      table={() => <HistoryTable body={body} history={history} />}
      csv={() => [
        ["commit", "samples", "share", "share with what it calls", "CPU time (s)"],
        ...body.commits.map((commit, index) => [
          commit.name,
          body.samples[index] ?? null,
          history.own[index] ?? null,
          history.total?.[index] ?? null,
          timeOf(body, history, index),
        ]),
      ]}
    >
      <Stage body={body} history={history} since={change.commit.id} />
    </ChartFigure>
  );
}

/** CPU time of the function in one repetition; null where the run does not say its time. */
function timeOf(body: FunctionHistories, history: FunctionHistory, index: number): number | null {
  const [own, all] = [history.own[index], body.cpu_s[index]];
  return own === undefined || all === undefined || all === null ? null : own * all;
}

interface StageProps {
  body: FunctionHistories;
  history: FunctionHistory;
  since: number;
}

function Stage({ body, history, since }: StageProps) {
  const [ref, width] = useWidth();
  const at = body.commits.findIndex((commit) => commit.id === since);
  const { frame, xTicks, yTicks, rows } = useMemo(
    () => layout(body, history, width),
    [body, history, width],
  );
  return (
    <div
      ref={ref}
      className={chart.stage}
      style={{ height: HEIGHT }}
      role="img"
      aria-label={`Share of CPU samples in ${history.name}, by commit`}
    >
      <ComposedChart {...plotArea(frame)} data={rows}>
        {gridLines(frame, yTicks)}
        {xAxis(frame, xTicks)}
        {yAxis(frame, yTicks)}
        {at < 0 ? null : (
          <ReferenceLine
            x={share(frame.x, at - 0.5)}
            stroke="var(--text-quiet)"
            strokeDasharray="4 3"
          />
        )}
        <Line
          dataKey="y"
          stroke="var(--series-1)"
          strokeWidth={1.5}
          dot={{ r: 2, fill: "var(--series-1)", stroke: "none" }}
          activeDot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </div>
  );
}

function layout({ commits }: FunctionHistories, { own }: FunctionHistory, width: number) {
  const last = commits.length - 1;
  const x = { low: -0.5, high: last + 0.5 };
  const y = { low: 0, high: 1.1 * Math.max(...own) || 1 };
  const yTicks = unitOnLast(linearTicks(y.low, y.high, 3, PERCENT), PERCENT);
  const frame = frameOf(width, HEIGHT, x, y, yTicks);
  const xTicks = indexTicks(0, last, 2).map((at) => ({
    at,
    label: shortCommit(commits[at]?.name ?? ""),
  }));
  const rows = own.map((value, index) => ({ x: share(x, index), y: share(y, value) }));
  return { frame, xTicks, yTicks, rows };
}

interface Row {
  commit: string;
  samples: number;
  own: number;
  time: number | null;
}

function HistoryTable({ body, history }: { body: FunctionHistories; history: FunctionHistory }) {
  const columns: Column<Row>[] = [
    { id: "commit", head: "Commit", cell: ({ commit }) => shortCommit(commit) },
    { id: "samples", head: "Samples", isNumber: true, cell: ({ samples }) => samples },
    { id: "own", head: "Share", isNumber: true, cell: ({ own }) => formatShare(own) },
    {
      id: "time",
      head: "CPU time",
      isNumber: true,
      cell: ({ time }) => (time === null ? "" : formatValue(time, "s")),
    },
  ];
  const rows = body.commits.map((commit, index) => ({
    commit: commit.name,
    samples: body.samples[index] ?? 0,
    own: history.own[index] ?? 0,
    time: timeOf(body, history, index),
  }));
  return (
    <Table
      caption={`${history.name} by commit`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.commit}
    />
  );
}
