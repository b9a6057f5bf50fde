/** One job: how it stands and why, what came of it, its steps and its log. */

import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { JobDetail, JobEvent } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import {
  beginsText,
  FINDINGS,
  isJobOver,
  JOB_STATES,
  spreadText,
  verdictOf,
} from "@/ui/words/jobWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { Culprits } from "./Culprits";
import { CancelButton, PriorityChoice } from "./JobControls";
import { JobState } from "./JobState";
import styles from "./Jobs.module.css";
import { jobAnswer } from "./jobsModel";
import { useJob } from "./jobsQuery";
import { LogView } from "./LogView";
import { Moves } from "./Moves";
import { Narrowings } from "./Narrowings";
import { PatchView } from "./PatchView";
import { ReceiptView } from "./ReceiptView";

export function JobPage() {
  const { project, job: id } = useParams({ from: "/p/$project/jobs/$job" });
  const query = useJob(project, Number(id));
  const { data } = query;
  return (
    <Page
      title={`Job ${id}`}
      answer={data === undefined ? `Job ${id}` : jobAnswer(data.job)}
      actions={data === undefined ? null : <CancelButton project={project} job={data.job} />}
    >
      <QueryBoundary
        query={query}
        failure={`Job ${id} could not be loaded.`}
        skeleton={<Skeleton height={520} label="Loading the job" />}
      >
        {(detail) => (
          <>
            <Facts project={project} detail={detail} />
            <Result project={project} detail={detail} />
            <ReceiptView key={`receipt ${id}`} project={project} job={detail.job} />
            {detail.search === null ? null : <Culprits search={detail.search} />}
            {detail.search === null ? null : <Moves search={detail.search} />}
            {detail.narrowings.length === 0 ? null : <Narrowings detail={detail} />}
            <Commits project={project} detail={detail} />
            <PatchView key={`patch ${id}`} project={project} job={detail.job} />
            <Section title="Steps">
              <Table
                caption="Steps, oldest first"
                columns={STEPS}
                rows={detail.events}
                rowKey={(step) => `${step.at} ${step.state} ${step.lease}`}
              />
            </Section>
            <LogView key={id} project={project} detail={detail} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

interface PartProps {
  project: string;
  detail: JobDetail;
}

function Facts({ project, detail: { job } }: PartProps) {
  const { target } = job;
  return (
    <dl className={styles.facts}>
      <Fact name="State">
        <JobState project={project} job={job} /> <span className={styles.quiet}>{job.reason}</span>
      </Fact>
      {job.waits_for === null ? null : <Fact name="Not started because">{job.waits_for}</Fact>}
      {job.state === "queued" ? <Fact name="Begins">{beginsText(job)}</Fact> : null}
      {job.takes === null ? null : <Fact name="Takes">{spreadText(job.takes)}</Fact>}
      <Fact name="Asked for by">
        {job.asked_by} <RelativeTime at={job.asked_at} />
      </Fact>
      <Fact name="Why">
        {job.change_id === null ? (
          job.why
        ) : (
          <Link
            to="/p/$project/changes/$change"
            params={{ project, change: String(job.change_id) }}
          >
            {job.why}
          </Link>
        )}
      </Fact>
      <Fact name="Benchmarks">{target.only.length === 0 ? "all" : target.only.join(", ")}</Fact>
      <Fact name="Rounds">
        {target.rounds ?? "as the suite says"}, {target.mode}
      </Fact>
      <Fact name="Testbed">{job.testbed ?? "any"}</Fact>
      {job.labels.length === 0 ? null : <Fact name="Labels">{job.labels.join(", ")}</Fact>}
      {job.agent === null ? null : <Fact name="Agent">{job.agent}</Fact>}
      <Fact name="Budget">{job.budget_minutes} min</Fact>
      <Fact name="Priority">
        <PriorityChoice project={project} job={job} />
      </Fact>
      {job.attempts < 2 ? null : <Fact name="Attempts">{job.attempts}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Result({ project, detail: { job, runs, missing, is_without: isWithout } }: PartProps) {
  const verdict = verdictOf(job);
  if (verdict === null) {
    if (job.state !== "finished") return null;
    if (missing !== "")
      return isWithout ? <p role="alert">{missing}</p> : <p className={styles.quiet}>{missing}</p>;
    if (runs.length === 0)
      return <p className={styles.quiet}>It is done; its runs have not been ingested yet.</p>;
    return <p>{job.kind === "compare" ? <Both project={project} runs={armsOf(runs)} /> : null}</p>;
  }
  const { word, tone } = FINDINGS[verdict.finding];
  return (
    <p role="status">
      <Badge tone={tone}>{word}</Badge> {verdict.sentence}{" "}
      <Both project={project} runs={verdict.runs} />
    </p>
  );
}

/** The counted runs of its first commit and of its second one. */
function armsOf(runs: JobDetail["runs"]): number[] {
  return [0, 1].flatMap((arm) =>
    runs.filter((one) => one.arm === arm && one.is_counted).map((one) => one.run_id),
  );
}

function Both({ project, runs: [base, head] }: { project: string; runs: readonly number[] }) {
  if (base === undefined || head === undefined) return null;
  return (
    <Link
      to="/p/$project/compare"
      params={{ project }}
      search={{ baseline: `run:${base}`, contender: `run:${head}` }}
    >
      Compare both runs
    </Link>
  );
}

interface Arm {
  place: number;
  commit: string;
  branch: string;
}

/** Whether its first commit is measured once more, against itself. */
function hasAgain({ kind }: JobDetail["job"]): boolean {
  return kind === "aa" || kind === "confirm" || kind === "propose";
}

/** The commits that it measures in turns, each with the runs that it brought. */
function Commits({ project, detail: { job, runs } }: PartProps) {
  const { commits } = job.target;
  const both = [...commits, ...(hasAgain(job) ? commits.slice(0, 1) : [])];
  const columns: Column<Arm>[] = [
    {
      id: "commit",
      head: "Commit",
      cell: ({ commit }) => <code title={commit}>{shortCommit(commit)}</code>,
    },
    { id: "branch", head: "Branch", cell: ({ branch }) => branch },
    {
      id: "runs",
      head: "Runs",
      isWide: true,
      cell: ({ place }) => {
        const own = runs.filter(({ arm }) => arm === place);
        if (own.length === 0) return isJobOver(job) ? "none" : "none yet";
        return own.map(({ run_id: run, is_counted: isCounted }) => (
          <span key={run}>
            <Link to="/p/$project/runs/$run" params={{ project, run: String(run) }}>
              Run {run}
            </Link>
            {isCounted ? " " : " (came too late, not counted) "}
          </span>
        ));
      },
    },
  ];
  return (
    <Section title="Commits" aside={commits.length > 1 ? "measured in turns" : undefined}>
      <Table
        caption="Commits and their runs"
        columns={columns}
        rows={both.map((one, place) => ({ ...one, place }))}
        rowKey={({ place }) => place}
      />
    </Section>
  );
}

const STEPS: Column<JobEvent>[] = [
  {
    id: "state",
    head: "State",
    cell: ({ state }) => <Badge tone={JOB_STATES[state].tone}>{JOB_STATES[state].word}</Badge>,
  },
  { id: "why", head: "Why", isWide: true, cell: ({ why }) => why },
  { id: "lease", head: "Attempt", isNumber: true, cell: ({ lease }) => lease },
  { id: "at", head: "When", cell: ({ at }) => <RelativeTime at={at} /> },
];
