/** The series around the change: points, both levels, the bracket of the commits in question. */

import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ChangePoint, History } from "@/api/types";
import { coloursFor } from "@/charts/frame/palette";
import { unevenText } from "@/charts/levels/unevenLevels";
import { SeriesChart } from "@/charts/series/SeriesChart";
import { distinctNames } from "@/charts/series/seriesNames";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import { isDrift } from "@/ui/words/changeWords";
import { useSeriesHistory } from "../changesQuery";
import { laterText, percentileOf, runAt, windowAround } from "./changeModel";
import { changeCodec } from "./changeUrl";

interface ChangeAroundProps {
  project: string;
  change: ChangePoint;
}

const HEIGHT = 380;
/** Of a sentence below the chart, which takes it from the chart: what follows stays in place. */
const SENTENCE = 31;
const NOTHING: ReadonlySet<number> = new Set();

export function ChangeAround({ project, change }: ChangeAroundProps) {
  const query = useSeriesHistory(project, change.series.id, percentileOf(change));
  return (
    <Section title="Around the change">
      <QueryBoundary
        query={query}
        failure="The history could not be loaded."
        skeleton={<Skeleton height={HEIGHT} label="Loading the history" />}
      >
        {(history) => <Chart project={project} change={change} history={history} />}
      </QueryBoundary>
    </Section>
  );
}

function Chart({ project, change, history }: ChangeAroundProps & { history: History }) {
  const [{ range, isTable }, turn] = useUrlState(changeCodec);
  const navigate = useNavigate();
  const { series } = change;
  const first = change.commit.id;
  const last = isDrift(change) ? (change.last_suspect?.id ?? first) : first;
  const near = useMemo(() => windowAround(history, first, last), [history, first, last]);
  const labels = history.series.map((one) => one.series);
  const openRun = (commit: number) => {
    const run = runAt(history, commit);
    if (run === null) return;
    void navigate({ to: "/p/$project/runs/$run", params: { project, run: String(run) } });
  };
  const below = [laterText(history, change), unevenText(history, change)].filter(Boolean);
  return (
    <>
      <SeriesChart
        subject={`${series.benchmark} ${series.metric}`}
        commits={history.commits}
        series={history.series}
        colours={coloursFor(labels.map(({ id }) => id))}
        names={distinctNames(labels)}
        x="commit"
        y="linear"
        window={range === "all" ? null : range === "near" ? near : range}
        onWindow={(next) => turn({ range: next ?? "all" })}
        selected={{ series: series.id, commit: change.commit.id }}
        onSelect={(point) => point !== null && openRun(point.commit)}
        tableSwitch={{ isTable, onTable: (next) => turn({ isTable: next }) }}
        hidden={NOTHING}
        onToggle={() => undefined}
        height={HEIGHT - 60 - below.length * SENTENCE}
      />
      {below.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
