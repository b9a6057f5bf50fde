/** One suite: what it measures, what is open in it, what came of its newest runs. */

import { Link, useParams } from "@tanstack/react-router";
import type { SuiteDetail } from "@/api/types";
import { useRead } from "@/api/useRead";
import { HistoryChart } from "@/charts/series/HistoryChart";
import { RelatedThumbs } from "@/charts/thumbs/RelatedThumbs";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { GroupLine } from "@/ui/links/GroupLine";
import { ProfileLinks } from "@/ui/links/ProfileLinks";
import { ProposePatch } from "@/ui/measuring/ProposePatch";
import { FailureTable } from "@/ui/tables/FailureTable";
import { GoalTable } from "@/ui/tables/GoalTable";
import { RunTable } from "@/ui/tables/RunTable";
import { type Column, Table } from "@/ui/tables/Table";
import { codecOf, TEXT } from "@/ui/url/urlFields";
import { useUrlState } from "@/ui/url/useUrlState";
import { counted } from "@/ui/words/countWords";
import { goalsAnswer } from "@/ui/words/goalWords";
import { formatCount } from "@/units/format";
import { directionPhrase } from "@/units/verdict";
import { BenchmarkTable } from "./BenchmarkTable";
import styles from "./Suites.module.css";
import { chosenBenchmarks, drawnSeries, suiteAnswer, sweepsOf } from "./suitesModel";

export function SuitePage() {
  const { project, suite: id } = useParams({ from: "/p/$project/suites/$suite" });
  const query = useSuite(project, Number(id));
  const answer = query.data === undefined ? `Suite ${id}` : suiteAnswer(query.data);
  return (
    <Page
      title={query.data?.name ?? `Suite ${id}`}
      answer={answer}
      actions={
        query.data === undefined ? undefined : (
          <ProposePatch
            project={project}
            suite={query.data.name}
            metrics={query.data.metrics.filter(isBetterable).map(({ name }) => name)}
          />
        )
      }
    >
      <QueryBoundary
        query={query}
        failure={`Suite ${id} could not be loaded.`}
        skeleton={<Skeleton height={720} label="Loading the suite" />}
      >
        {(suite) => <Whole project={project} suite={suite} />}
      </QueryBoundary>
    </Page>
  );
}

interface WholeProps {
  project: string;
  suite: SuiteDetail;
}

function Whole({ project, suite }: WholeProps) {
  // curves and bars of a single run say more than one point of each series
  const { isSingle } = drawnSeries(suite.benchmarks);
  return (
    <>
      {isSingle ? null : <History project={project} suite={suite} />}
      <RelatedThumbs
        project={project}
        suite={suite.name}
        benchmarks={new Map(suite.benchmarks.map(({ id, name }) => [id, name]))}
      />
      {isSingle ? <History project={project} suite={suite} /> : null}
      <WhenSeen height={0}>
        <OpenOfSuite project={project} suite={suite} />
      </WhenSeen>
      <Elsewhere project={project} suite={suite} />
      <Benchmarks project={project} suite={suite} />
      <Goals project={project} suite={suite} />
      <Section title="Newest runs" aside={`${counted(suite.runs, "run")} in all`}>
        <RunTable project={project} runs={suite.recent_runs} caption="Newest runs of the suite" />
      </Section>
      {suite.failed.length === 0 ? null : (
        <Section title="Failures of the newest run">
          <FailureTable failed={suite.failed} />
        </Section>
      )}
      <Section title="Metrics">
        <Table
          caption="Metrics of the suite"
          columns={METRICS}
          rows={suite.metrics}
          rowKey={(metric) => metric.name}
        />
      </Section>
      {suite.profiles.length === 0 ? null : (
        <Section title="Newest profiles">
          <ProfileLinks project={project} profiles={suite.profiles} />
        </Section>
      )}
    </>
  );
}

/** The main metric of its benchmarks over time, those with open changes first. */
function History({ project, suite }: WholeProps) {
  const { metric, ids } = drawnSeries(suite.benchmarks);
  if (ids.length === 0) return null;
  return (
    <Section title="History">
      <HistoryChart
        project={project}
        subject={`${metric} of ${suite.name}`}
        ids={ids}
        isEach={ids.length > 1}
      />
    </Section>
  );
}

const MOST_OPEN = 5;

function OpenOfSuite({ project, suite }: WholeProps) {
  const { regressions, improvements, name } = suite;
  const query = useRead(
    [project, "changes", "suite", name],
    "alert-groups",
    {
      project,
      suite: [name],
      state: "open",
      history: "none",
      pulls: "none",
      order: "largest",
      limit: MOST_OPEN,
    },
    { enabled: regressions + improvements > 0 },
  );
  const groups = query.data?.rows ?? [];
  if (groups.length === 0) return null;
  return (
    <Section
      title="Open changes"
      aside={
        <Link to="/p/$project/changes" params={{ project }} search={{ suite: name }}>
          all {formatCount(query.data?.total ?? groups.length)}
        </Link>
      }
    >
      <ul className={styles.open}>
        {groups.map((group) => (
          <li key={group.lead.id}>
            <GroupLine project={project} group={group} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Summary, and where else the suite is seen. */
function Elsewhere({ project, suite }: WholeProps) {
  const search = { suite: suite.name };
  return (
    <div>
      {suite.summary === "" ? null : <p>{suite.summary}</p>}
      {suite.version === "" ? null : <p className={styles.quiet}>Built as {suite.version}</p>}
      <nav className={styles.links} aria-label="The suite elsewhere">
        <Link to="/p/$project/explore" params={{ project }} search={search}>
          Explore {counted(suite.series, "series", "series")}
        </Link>
        <Link to="/p/$project/changes" params={{ project }} search={search}>
          Changes
        </Link>
        <Link to="/p/$project/compare" params={{ project }} search={search}>
          Compare two runs
        </Link>
        <Link to="/p/$project/runs" params={{ project }} search={search}>
          All runs
        </Link>
        <Link to="/p/$project/splits" params={{ project }}>
          Splits
        </Link>
        <Link to="/p/$project/ladders" params={{ project }}>
          Ladders
        </Link>
        {sweepsOf(suite).map(({ id, benchmark, axis }) => (
          <Link
            key={`${id} ${axis}`}
            to="/p/$project/sweeps/$benchmark/$axis"
            params={{ project, benchmark: String(id), axis }}
          >
            Sweep of {axis} in {benchmark}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Benchmarks({ project, suite }: WholeProps) {
  const [{ text }, change] = useUrlState(suiteCodec);
  const shown = chosenBenchmarks(suite.benchmarks, text);
  const left = suite.benchmark_total - suite.benchmarks.length;
  const count = counted(shown.length, "benchmark");
  return (
    <Section
      title="Benchmarks"
      aside={left > 0 ? `${count}; ${formatCount(left)} more are in the explorer` : count}
    >
      {suite.benchmarks.length === 0 ? (
        <EmptyState title="No results yet." command={`tidemark-agent run ${suite.name} --upload`} />
      ) : (
        <>
          <TextField
            label="Search benchmarks"
            type="search"
            value={text}
            onChange={(next) => change({ text: next }, { isReplacing: true })}
          />
          <BenchmarkTable project={project} benchmarks={shown} />
        </>
      )}
    </Section>
  );
}

function Goals({ project, suite }: WholeProps) {
  if (suite.goals_run === null) return null;
  const quantityOf = (name: string) => suite.metrics.find((metric) => metric.name === name);
  return (
    <Section
      title="Goals"
      aside={
        <Link
          to="/p/$project/runs/$run"
          params={{ project, run: String(suite.goals_run) }}
          search={{ section: "goals" }}
        >
          of run {suite.goals_run}
        </Link>
      }
    >
      <p>{goalsAnswer(suite.goals)}</p>
      <GoalTable goals={suite.goals} quantityOf={quantityOf} />
    </Section>
  );
}

type Metric = SuiteDetail["metrics"][number];

function isBetterable({ direction }: Metric): boolean {
  return direction !== "unknown";
}

const METRICS: Column<Metric>[] = [
  { id: "name", head: "Metric", sortBy: (row) => row.name, cell: (row) => row.name },
  { id: "unit", head: "Unit", cell: (row) => (row.unit === "1" ? "a number" : row.unit) },
  { id: "direction", head: "Direction", cell: (row) => directionPhrase(row.direction) },
  { id: "noise", head: "Noise", cell: (row) => row.noise },
  {
    id: "series",
    head: "Series",
    isNumber: true,
    sortBy: (row) => row.series,
    cell: (row) => formatCount(row.series),
  },
  { id: "summary", head: "What it is", isProse: true, cell: (row) => row.summary },
];

/** State of a suite's page ↔ its query string. */
const suiteCodec = codecOf({
  /** Words that the name or summary of a benchmark must hold. */
  text: TEXT,
});

/** Under "series", so that it is fetched again with them. */
function useSuite(project: string, suite: number) {
  return useRead([project, "series", "suite", suite], "suites/{suite_id}", {
    project,
    suite_id: suite,
  });
}
