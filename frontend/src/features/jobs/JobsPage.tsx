/** The queue of jobs: what is measured now, what waits and for what, what was done lately. */

import { Link, useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { Job, JobList } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { PausedRun } from "@/ui/links/PausedRuns";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { beginsText, commitsText, JOB_KINDS, spreadText, verdictOf } from "@/ui/words/jobWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { CancelButton, PriorityChoice } from "./JobControls";
import { DropQueue, MoveHandle } from "./JobMove";
import { JobState } from "./JobState";
import styles from "./Jobs.module.css";
import { queueAnswer } from "./jobsModel";
import { useJobs } from "./jobsQuery";

export function JobsPage() {
  const { project } = useParams({ from: "/p/$project/jobs" });
  const query = useJobs(project);
  return (
    <QueryBoundary
      query={query}
      failure="The jobs could not be loaded."
      skeleton={<Skeleton height={420} label="Loading the jobs" />}
    >
      {(list) => (
        <Page title="Jobs" answer={queueAnswer(list)}>
          <Queue project={project} list={list} />
        </Page>
      )}
    </QueryBoundary>
  );
}

function Queue({ project, list }: { project: string; list: JobList }) {
  const { held, waiting, over, waiting_total: total } = list;
  const mayMove = useMay(project, "configure") && waiting.length > 1;
  if (held.length + waiting.length + over.length === 0) return <Nothing />;
  const unseen = total - waiting.length;
  const columns = waitingColumns(project);
  return (
    <>
      <Jobs title="Measured now" rows={held} columns={heldColumns(project)} />
      <Paused rows={list.paused} />
      <DropQueue project={project} rows={waiting}>
        <Jobs
          title="Waiting"
          rows={waiting}
          columns={mayMove ? [...columns, moveColumn(project, list)] : columns}
          aside={unseen > 0 ? counted(unseen, "more job waits", "more jobs wait") : "next first"}
        />
      </DropQueue>
      <Jobs title="Done" rows={over} columns={overColumns(project)} aside="newest first" />
    </>
  );
}

/** What agents measure by their own schedule, and go on with after a job. */
function Paused({ rows }: { rows: JobList["paused"] }) {
  return rows.map(({ agent, suite, rounds, job }) => (
    <p key={`${agent} ${suite}`}>
      <PausedRun suite={suite} rounds={rounds} job={job} />{" "}
      <span className={styles.quiet}>scheduled on {agent}</span>
    </p>
  ));
}

function Nothing() {
  return (
    <EmptyState title="A job asks an agent to measure commits." command="tidemark-agent serve">
      Press “Confirm” on the page of a change, or ask by the API. An agent that serves takes it: it
      builds the commits, measures them in turns and uploads the runs.
    </EmptyState>
  );
}

interface JobsProps {
  title: string;
  rows: readonly Job[];
  columns: readonly Column<Job>[];
  aside?: string;
}

function Jobs({ title, rows, columns, aside }: JobsProps) {
  if (rows.length === 0) return null;
  return (
    <Section title={title} aside={aside}>
      <Table caption={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Section>
  );
}

/** What every table of jobs begins with: which job, what of what, for whom and why. */
function firstColumns(project: string): Column<Job>[] {
  return [
    {
      id: "job",
      head: "Job",
      cell: (job) => (
        <Link to="/p/$project/jobs/$job" params={{ project, job: String(job.id) }}>
          {JOB_KINDS[job.kind]} {job.id}
        </Link>
      ),
    },
    {
      id: "measures",
      head: "Measures",
      isProse: true,
      cell: (job) => (
        <>
          {job.target.suite} <code>{commitsText(job)}</code>
        </>
      ),
    },
    {
      id: "asked",
      head: "Asked for",
      isProse: true,
      cell: (job) => (
        <>
          {job.why}{" "}
          <span className={styles.quiet}>
            {job.asked_by}, <RelativeTime at={job.asked_at} />
          </span>
        </>
      ),
    },
  ];
}

function stateColumn(project: string): Column<Job> {
  return {
    id: "state",
    head: "State",
    cell: (job) => <JobState project={project} job={job} />,
  };
}

function actionColumn(project: string): Column<Job> {
  return {
    id: "action",
    head: "Action",
    isAction: true,
    cell: (job) => <CancelButton project={project} job={job} />,
  };
}

function heldColumns(project: string): Column<Job>[] {
  return [
    ...firstColumns(project),
    stateColumn(project),
    { id: "agent", head: "Agent", cell: (job) => job.agent ?? "–" },
    {
      id: "since",
      head: "Since",
      cell: (job) => <RelativeTime at={job.leased_at} />,
    },
    {
      id: "takes",
      head: "Takes",
      cell: (job) => (job.takes === null ? "–" : spreadText(job.takes)),
    },
    actionColumn(project),
  ];
}

/** The handle of a job by which who may moves it. */
function moveColumn(project: string, { waiting, waiting_total: total }: JobList): Column<Job> {
  return {
    id: "move",
    head: "Move",
    cell: (job) => <MoveHandle project={project} job={job} rows={waiting} total={total} />,
  };
}

function waitingColumns(project: string): Column<Job>[] {
  return [
    ...firstColumns(project),
    { id: "testbed", head: "Testbed", cell: (job) => job.testbed ?? "any" },
    {
      id: "waits",
      head: "Not started because",
      isProse: true,
      cell: (job) => job.waits_for ?? "–",
    },
    {
      id: "begins",
      head: "Begins",
      isProse: true,
      cell: (job) => (
        <>
          {beginsText(job)}
          {job.takes === null ? null : (
            <span className={styles.quiet}> takes {spreadText(job.takes)}</span>
          )}
        </>
      ),
    },
    {
      id: "priority",
      head: "Priority",
      cell: (job) => <PriorityChoice project={project} job={job} />,
    },
    actionColumn(project),
  ];
}

function overColumns(project: string): Column<Job>[] {
  return [
    ...firstColumns(project),
    stateColumn(project),
    {
      id: "came",
      head: "What came of it",
      isProse: true,
      cell: (job) => verdictOf(job)?.sentence ?? job.reason,
    },
    { id: "ended", head: "Ended", cell: (job) => <RelativeTime at={job.ended_at} /> },
  ];
}
