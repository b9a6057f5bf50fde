/** What changed in this project, what is being measured, and what was measured last. */

import { Link, useParams } from "@tanstack/react-router";
import type { Overview } from "@/api/types";
import { counted } from "@/ui/countWords";
import { EmptyState } from "@/ui/EmptyState";
import { OutageList } from "@/ui/OutageList";
import { Page, Section } from "@/ui/Page";
import { PinnedViews } from "@/ui/PinnedViews";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { Skeleton } from "@/ui/Skeleton";
import { formatCount } from "@/units/format";
import { AgentRows } from "./AgentRows";
import { MachineRows } from "./MachineRows";
import { OpenCauses } from "./OpenCauses";
import styles from "./Overview.module.css";
import {
  acknowledgedNote,
  answerOf,
  failedNote,
  pendingNote,
  suspectedNote,
} from "./overviewModel";
import { useOverview } from "./overviewQuery";
import { RecentRuns } from "./RecentRuns";
import { SinceLastVisit } from "./SinceLastVisit";
import { SuiteCards } from "./SuiteCards";

export function OverviewPage() {
  const { project } = useParams({ from: "/p/$project" });
  const overview = useOverview(project);
  return (
    <QueryBoundary
      query={overview}
      failure="The overview could not be loaded."
      skeleton={<OverviewSkeleton />}
    >
      {(body) => <Content project={project} overview={body} />}
    </QueryBoundary>
  );
}

interface ContentProps {
  project: string;
  overview: Overview;
}

function Content({ project, overview }: ContentProps) {
  const isEmpty = overview.totals.runs === 0;
  return (
    <Page title={overview.project.name} answer={answerOf(overview)}>
      <Notes project={project} overview={overview} />
      {overview.outages.length === 0 ? null : (
        <Section title="Should report and does not">
          <OutageList project={project} outages={overview.outages} most={MOST_OUTAGES} />
        </Section>
      )}
      {isEmpty ? null : (
        <SinceLastVisit project={project} news={overview.news} asOf={overview.as_of} />
      )}
      <PinnedViews project={project} />
      {isEmpty && overview.agents.length === 0 ? null : (
        <Section title="Measuring">
          <AgentRows project={project} agents={overview.agents} />
        </Section>
      )}
      {isEmpty ? (
        <Nothing overview={overview} />
      ) : (
        <Evidence project={project} overview={overview} />
      )}
    </Page>
  );
}

function Notes({ project, overview }: { project: string; overview: Overview }) {
  const pending = pendingNote(overview);
  const failed = failedNote(overview);
  const suspected = suspectedNote(overview);
  const acknowledged = acknowledgedNote(overview);
  if ([pending, failed, suspected, acknowledged].every((note) => note === null)) return null;
  return (
    <div className={styles.notes} role="status">
      {pending === null ? null : <p>{pending}</p>}
      {acknowledged === null ? null : (
        <p>
          <Link to="/p/$project/changes" params={{ project }} search={{ state: "acknowledged" }}>
            {acknowledged}
          </Link>
          : somebody takes care.
        </p>
      )}
      {suspected === null ? null : (
        <p>
          <Link to="/p/$project/changes" params={{ project }} search={{ state: "suspected" }}>
            {suspected}
          </Link>
          : further runs or re-runs decide.
        </p>
      )}
      {failed === null ? null : (
        <p>
          <Link to="/p/$project/reports" params={{ project }}>
            {failed}
          </Link>
          ; every document is kept, its faults are named there.
        </p>
      )}
    </div>
  );
}

function Nothing({ overview }: { overview: Overview }) {
  return (
    <EmptyState title="Runs, changes and suites will be here." command="make demo">
      {overview.agents.length === 0
        ? "No agent has come forward yet. After the first make up the local one is built for about two minutes; then it registers and fills this page as it measures. "
        : "The agent fills the page as it measures. "}
      For a history with real changes at once, measure successive releases of two packages on this
      machine; it takes about five minutes.
    </EmptyState>
  );
}

const MOST_OUTAGES = 5;
/** The page answers at a glance; whole lists have pages of their own. */
const MOST_ROWS = 12;

function Evidence({ project, overview }: { project: string; overview: Overview }) {
  const { open, news, totals } = overview;
  const runs = overview.recent_runs.slice(0, MOST_ROWS);
  const shown = [...open.groups, ...open.asides];
  const isCut = open.total > open.groups.length;
  return (
    <>
      {shown.length === 0 ? null : (
        <Section
          title="Open changes"
          aside={
            <Link to="/p/$project/changes" params={{ project }}>
              {isCut ? `All ${formatCount(open.total)} causes` : "All changes"}
            </Link>
          }
        >
          <OpenCauses project={project} groups={shown} since={news.since} />
        </Section>
      )}
      <Section title="Suites">
        <SuiteCards project={project} suites={overview.suites} />
      </Section>
      {overview.machines.length === 0 ? null : (
        <Section
          title="Machines"
          aside={
            <Link to="/p/$project/machines" params={{ project }}>
              All machines
            </Link>
          }
        >
          <MachineRows project={project} machines={overview.machines} />
        </Section>
      )}
      <Section
        title="Recent runs"
        aside={
          <Link to="/p/$project/runs" params={{ project }}>
            {counted(totals.runs, "run", "runs")}, {counted(totals.results, "result", "results")}
          </Link>
        }
      >
        <RecentRuns project={project} runs={runs} />
      </Section>
    </>
  );
}

function OverviewSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton height={28} width="60%" />
      <Skeleton height={160} />
      <Skeleton height={200} />
      <Skeleton height={300} />
    </div>
  );
}
