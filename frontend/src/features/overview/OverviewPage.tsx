/** Is anything wrong? What is open first, then what is silent, new, being measured and measured. */

import { Link, useParams } from "@tanstack/react-router";
import type { Overview } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { PinnedViews } from "@/ui/links/PinnedViews";
import { OutageList } from "@/ui/tables/OutageList";
import { RunTable } from "@/ui/tables/RunTable";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { AgentRows } from "./AgentRows";
import { Begin } from "./Begin";
import { ClaimCards } from "./ClaimCards";
import { MachineRows } from "./MachineRows";
import { Movers } from "./movers/Movers";
import { OpenCauses } from "./movers/OpenCauses";
import { OpenPulls } from "./OpenPulls";
import styles from "./Overview.module.css";
import {
  acknowledgedNote,
  answerOf,
  failedNote,
  newsText,
  outageNote,
  pendingNote,
  suspectedNote,
  unfitNote,
} from "./overviewModel";
import { useIsPinnedToCome, useMarkSeen, useOverview } from "./overviewQuery";
import { ReferenceRows } from "./ReferenceRows";
import { SuiteStrips } from "./SuiteStrips";
import { Tiles } from "./Tiles";
import { UpheldRate } from "./UpheldRate";

export function OverviewPage() {
  const { project } = useParams({ from: "/p/$project" });
  const overview = useOverview(project);
  const isPinnedToCome = useIsPinnedToCome(project);
  if (isPinnedToCome && !overview.isError) return <OverviewSkeleton />;
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
    <Page
      title={overview.project.name}
      answer={answerOf(overview)}
      actions={
        isEmpty ? undefined : (
          <MarkSeen project={project} since={overview.news.since} asOf={overview.as_of} />
        )
      }
    >
      {isEmpty ? null : <Tiles project={project} overview={overview} />}
      <Notes project={project} overview={overview} />
      <Movers project={project} overview={overview} />
      {overview.outages.length === 0 ? null : (
        <Section title="Failing or missing">
          <OutageList project={project} outages={overview.outages} most={MOST_OUTAGES} />
        </Section>
      )}
      <OpenPulls project={project} pulls={overview.pulls} />
      <SinceLastVisit project={project} news={overview.news} />
      <PinnedViews project={project} />
      {overview.agents.length === 0 ? null : (
        <Section title="Measuring">
          <AgentRows project={project} agents={overview.agents} />
        </Section>
      )}
      {isEmpty ? (
        <>
          <Begin project={project} />
          <Nothing overview={overview} />
        </>
      ) : (
        <Evidence project={project} overview={overview} />
      )}
    </Page>
  );
}

/** Single facts beside the answer, a line each; what has nothing to say takes no line. */
function Notes({ project, overview }: ContentProps) {
  const pending = pendingNote(overview);
  const failed = failedNote(overview);
  const suspected = suspectedNote(overview);
  const acknowledged = acknowledgedNote(overview);
  const silent = outageNote(overview);
  const news = newsText(overview.news);
  const unfit = unfitNote(overview);
  const notes = [pending, failed, suspected, acknowledged, silent, news, unfit];
  if (notes.every((note) => note === null)) return null;
  return (
    <div className={styles.notes} role="status">
      {silent === null ? null : <p className={styles.worse}>{silent}</p>}
      {news === null ? null : (
        <p>
          Since your last visit (<RelativeTime at={overview.news.since} />
          ): {news}
        </p>
      )}
      {unfit === null ? null : (
        <p>
          <Link to="/p/$project/machines" params={{ project }}>
            {unfit}
          </Link>
          .
        </p>
      )}
      {pending === null ? null : <p>{pending}</p>}
      {acknowledged === null ? null : (
        <p>
          <Link to="/p/$project/changes" params={{ project }} search={{ state: "acknowledged" }}>
            {acknowledged}
          </Link>
          , already assigned or looked at.
        </p>
      )}
      {suspected === null ? null : (
        <p>
          <Link to="/p/$project/changes" params={{ project }} search={{ state: "suspected" }}>
            {suspected}
          </Link>
          : more runs decide.
        </p>
      )}
      {failed === null ? null : (
        <p>
          <Link to="/p/$project/reports" params={{ project }}>
            {failed}
          </Link>
          ; the documents are kept.
        </p>
      )}
    </div>
  );
}

/** The project that `make up` makes has an agent of its own, or waits for it. */
const MADE_BY_UP = "main";

function Nothing({ overview }: { overview: Overview }) {
  if (overview.agents.length === 0 && overview.project.slug !== MADE_BY_UP) return null;
  return (
    <EmptyState title="Runs, changes and suites will be here." command="make demo">
      {overview.agents.length === 0
        ? "No agent yet: after the first make up the local one is built for about two minutes. "
        : "The agent fills the page as it measures. "}
      For a history with real changes, measure successive releases of two packages on this machine;
      it takes about five minutes.
    </EmptyState>
  );
}

const MOST_OUTAGES = 5;
/** The page answers at a glance; whole lists have pages of their own. */
const MOST_ROWS = 6;

function Evidence({ project, overview }: { project: string; overview: Overview }) {
  const { totals } = overview;
  const runs = overview.recent_runs.slice(0, MOST_ROWS);
  return (
    <>
      <Section title="Suites">
        <SuiteStrips project={project} suites={overview.suites} />
      </Section>
      {/* asked for after the first paint, which needs only the overview itself */}
      <WhenSeen height={0}>
        <UpheldRate project={project} />
        <ReferenceRows project={project} />
        <ClaimCards project={project} />
      </WhenSeen>
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
          {overview.agents.length > 0 ? null : (
            <p className={styles.quiet}>
              No agent has registered, so what runs now is not known; results come by other means.
            </p>
          )}
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
        <RunTable project={project} runs={runs} caption="Recent runs" isShort />
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

interface MarkSeenProps {
  project: string;
  /** Up to when it was seen before. */
  since: string | null;
  /** When this answer was made, by the server's clock: what came later has not been seen. */
  asOf: string;
}

/** Says that everything up to now was seen; what comes later is told as news. */
function MarkSeen({ project, since, asOf }: MarkSeenProps) {
  const mark = useMarkSeen(project, since);
  return (
    <>
      <Button kind="quiet" disabled={mark.isPending} onClick={() => mark.mutate(asOf)}>
        Mark as seen
      </Button>
      <ErrorState error={mark.error} what="The mark was not stored." />
    </>
  );
}

interface SinceLastVisitProps {
  project: string;
  news: Overview["news"];
}

/** The causes that came and went since the reader looked last; nothing while there are none. */
function SinceLastVisit({ project, news: { appeared, ended } }: SinceLastVisitProps) {
  if (appeared.length === 0 && ended.length === 0) return null;
  return (
    <Section title="Since your last visit">
      {appeared.length === 0 ? null : (
        <OpenCauses project={project} groups={appeared} since={null} />
      )}
      {ended.length === 0 ? null : (
        <>
          <h3 className={styles.subhead}>No longer open</h3>
          <OpenCauses project={project} groups={ended} since={null} />
        </>
      )}
    </Section>
  );
}
