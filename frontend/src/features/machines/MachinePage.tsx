/** Is this box fit to measure: the answer, what it rests on, and what the machine does now. */

import { Link, useParams } from "@tanstack/react-router";
import type { Agent, MachineDetail } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Explain } from "@/ui/feedback/Explain";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { SuiteLink } from "@/ui/links/ThingLinks";
import { FewFirst } from "@/ui/tables/FewFirst";
import { PreflightTable } from "@/ui/tables/PreflightTable";
import { preflightText } from "@/ui/tables/preflight";
import { RunTable } from "@/ui/tables/RunTable";
import { type Column, Table } from "@/ui/tables/Table";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { AgentState } from "./AgentState";
import { FalseAlarms } from "./FalseAlarms";
import { Fingerprint, Revisions } from "./Fingerprint";
import styles from "./Machines.module.css";
import { type Planned, queueOf, unsaidReasons } from "./machinesModel";
import { useMachine } from "./machinesQuery";
import { Quarantine, QuarantineLine } from "./Quarantine";
import { ReadingCharts } from "./ReadingCharts";
import { Upheld } from "./Upheld";

export function MachinePage() {
  const { project, machine: id } = useParams({ from: "/p/$project/machines/$machine" });
  const query = useMachine(project, Number(id));
  const name = query.data?.full_name ?? `Machine ${id}`;
  return (
    <Page title={name} answer={query.data?.fitness.sentence ?? name}>
      <QueryBoundary
        query={query}
        failure={`Machine ${id} could not be loaded.`}
        skeleton={<Skeleton height={720} label="Loading the machine" />}
      >
        {(machine) => <Whole project={project} machine={machine} />}
      </QueryBoundary>
    </Page>
  );
}

interface WholeProps {
  project: string;
  machine: MachineDetail;
}

function Whole({ project, machine }: WholeProps) {
  const { fitness } = machine;
  const unsaid = unsaidReasons(fitness);
  const judgedAt = machine.readings.at(-1)?.measured_at;
  return (
    <>
      <QuarantineLine machine={machine} />
      <div className={styles.fitness}>
        {unsaid.length === 0 ? null : (
          <ul className={styles.reasons}>
            {unsaid.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {judgedAt === undefined ? null : (
          <span className={styles.quiet}>
            by its newest runs, the last <RelativeTime at={judgedAt} />
          </span>
        )}
      </div>
      {fitness.advice === "" ? null : (
        <p>
          <strong>What to do:</strong> {fitness.advice}
        </p>
      )}
      {machine.readings.length === 0 ? (
        <EmptyState
          title="No run has measured the noise of this machine yet."
          command="tidemark-agent run runtime-rust --quick --upload"
        >
          The agent checks the machine first, and runs fixed work before and after each run.
        </EmptyState>
      ) : (
        <ReadingCharts project={project} machine={machine} />
      )}
      <Now project={project} machine={machine} />
      {machine.preflight.length === 0 ? null : (
        <Section
          title="Preflight"
          aside={
            <>
              {preflightText(machine.preflight)} <Explain term="preflight" />
            </>
          }
        >
          <PreflightTable checks={machine.preflight} />
        </Section>
      )}
      <Section title="Fingerprint" aside={revisionsText(machine.revisions.length)}>
        {machine.fingerprint === null ? (
          <p className={styles.quiet}>No report has described this machine yet.</p>
        ) : (
          <Fingerprint revision={machine.fingerprint} />
        )}
        <Revisions revisions={machine.revisions} current={machine.fingerprint} />
      </Section>
      <Section title="A/A check" aside={<Explain term="aa" />}>
        <Panel>
          <Quarantine project={project} machine={machine} />
        </Panel>
      </Section>
      <Section title={`Testbed ${machine.testbed}`}>
        <Panel>
          <FalseAlarms project={project} rate={machine.alarms} suite={machine.repeatable} />
          <WhenSeen height={24}>
            <Upheld project={project} machine={machine.id} />
          </WhenSeen>
          <p>
            <Link to="/p/$project/machines" params={{ project }}>
              Noise of its series, and detectable changes
            </Link>
          </p>
        </Panel>
      </Section>
    </>
  );
}

function revisionsText(count: number): string {
  if (count < 2) return "unchanged since first seen";
  return `${formatCount(count)} revisions; each one splits the baseline of its series`;
}

/** What the agents do, and what was measured last. */
function Now({ project, machine }: WholeProps) {
  const columns = suiteColumns(project);
  return (
    <>
      <Section title="Activity" aside={`${counted(machine.runs, "run")} in all`}>
        <Panel label="Agents">
          {machine.agents.length === 0 ? (
            <p className={styles.quiet}>No agent has registered: reports come from elsewhere.</p>
          ) : (
            <>
              {machine.agents.map((agent) => (
                <AgentState key={agent.id} agent={agent} />
              ))}
              <AgentQueue agents={machine.agents} />
            </>
          )}
        </Panel>
      </Section>
      {machine.suites.length === 0 ? null : (
        <Section title="Suites measured here">
          <FewFirst rows={machine.suites} noun="suite">
            {(suites, isWhole) => (
              <Table
                caption="Suites measured here"
                columns={isWhole ? columns : columns.map(({ sortBy, ...column }) => column)}
                rows={suites}
                rowKey={(suite) => suite.id}
              />
            )}
          </FewFirst>
        </Section>
      )}
      {machine.recent_runs.length === 0 ? null : (
        <Section title="Newest runs">
          <FewFirst rows={machine.recent_runs} noun="run">
            {(runs) => <RunTable project={project} runs={runs} caption="Its newest runs" />}
          </FewFirst>
        </Section>
      )}
    </>
  );
}

type Suite = MachineDetail["suites"][number];

function suiteColumns(project: string): Column<Suite>[] {
  return [
    {
      id: "suite",
      head: "Suite",
      isWide: true,
      sortBy: (suite) => suite.name,
      cell: (suite) => (
        <SuiteLink project={project} id={suite.id}>
          {suite.name}
        </SuiteLink>
      ),
    },
    {
      id: "runs",
      head: "Runs",
      isNumber: true,
      sortBy: (suite) => suite.runs,
      cell: (suite) => formatCount(suite.runs),
    },
    {
      id: "last",
      head: "Newest",
      sortBy: (suite) => suite.last_run_at,
      cell: (suite) => (
        <Link to="/p/$project/runs/$run" params={{ project, run: String(suite.last_run) }}>
          <RelativeTime at={suite.last_run_at} />
          {suite.is_imported ? ", imported" : ""}
        </Link>
      ),
    },
  ];
}

/** What the agents of a machine run next, by their own schedules. */
function AgentQueue({ agents }: { agents: readonly Agent[] }) {
  const rows = queueOf(agents);
  if (rows.length === 0) {
    return (
      <p className={styles.quiet}>
        {nothingText(agents)} A run begins when somebody starts it, or by <code>[[run]]</code> in
        the configuration of the agent.
      </p>
    );
  }
  return (
    <Table
      caption="Queue, next first"
      columns={agents.length > 1 ? [...COLUMNS, AGENT] : COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.agent} ${row.suite} ${row.mode} ${row.due_at}`}
    />
  );
}

function nothingText(agents: readonly Agent[]): string {
  if (agents.every(({ is_silent }) => is_silent)) return "A silent agent has no known plan.";
  return "Queue is empty.";
}

const COLUMNS: Column<Planned>[] = [
  { id: "suite", head: "Next", cell: (row) => row.suite },
  { id: "mode", head: "Mode", cell: (row) => row.mode },
  { id: "due", head: "Due", cell: (row) => <RelativeTime at={row.due_at} /> },
];
const AGENT: Column<Planned> = { id: "agent", head: "Agent", cell: (row) => row.agent };
