/** The machines that measure: what they are, how they changed, what their agents do. */

import { useParams } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { Machine } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { MachineLink } from "@/ui/links/ThingLinks";
import { AddMachine } from "@/ui/measuring/AddMachine";
import { FitnessText } from "@/ui/words/FitnessText";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { AgentState } from "./AgentState";
import { Fingerprint, Revisions } from "./Fingerprint";
import { MachineHistory } from "./MachineHistory";
import styles from "./Machines.module.css";
import { answerOf, unfitFirst } from "./machinesModel";
import { useMachines } from "./machinesQuery";
import { QuarantineLine } from "./Quarantine";
import { TestbedNoises } from "./TestbedNoises";

export function MachinesPage() {
  const { project } = useParams({ from: "/p/$project/machines" });
  const machines = useMachines(project);
  return (
    <QueryBoundary
      query={machines}
      failure="The machines could not be loaded."
      skeleton={<Skeleton height={420} />}
    >
      {({ rows }) => (
        <Page title="Machines" answer={answerOf(rows)}>
          {rows.length === 0 ? <Nothing /> : null}
          <TestbedNoises project={project} machines={unfitFirst(rows)}>
            {(machine) => <MachinePanel key={machine.id} project={project} machine={machine} />}
          </TestbedNoises>
          <Adding project={project} />
        </Page>
      )}
    </QueryBoundary>
  );
}

function Adding({ project }: { project: string }) {
  const mayAdd = useMay(project, "manage keys");
  if (!mayAdd) return null;
  return (
    <Section title="Add a machine">
      <Panel>
        <AddMachine project={project} />
      </Panel>
    </Section>
  );
}

function Nothing() {
  return (
    <EmptyState
      title="Machines appear here when their agent registers or a report names them."
      command="tidemark-agent serve"
    >
      Add a machine below: one line on it brings its agent in. An API key with the scope “agent”
      works too. Each machine is shown with its fingerprint and everything that ever changed on it.
    </EmptyState>
  );
}

function MachinePanel({ project, machine }: { project: string; machine: Machine }) {
  return (
    <Panel label={machine.full_name}>
      <div className={styles.head}>
        <h2>
          <MachineLink project={project} id={machine.id}>
            {machine.full_name}
          </MachineLink>
        </h2>
        <span className={styles.quiet}>
          {machine.full_name === machine.name ? `testbed ${machine.testbed}, ` : null}
          {formatCount(machine.runs)} {machine.runs === 1 ? "run" : "runs"}
          {machine.last_run_at === null ? null : (
            <>
              , last <RelativeTime at={machine.last_run_at} />
            </>
          )}
          {machine.imported_at === null ? null : (
            <>
              , results imported <RelativeTime at={machine.imported_at} />
            </>
          )}
        </span>
      </div>
      <MachineHistory history={machine.history} name={machine.full_name} />
      <QuarantineLine machine={machine} />
      <p>
        <FitnessText fitness={machine.fitness} />
      </p>
      {machine.agents.length === 0 ? (
        <p className={styles.quiet}>No agent: its reports are uploaded by other means.</p>
      ) : (
        machine.agents.map((agent) => <AgentState key={agent.id} agent={agent} />)
      )}
      {machine.fingerprint === null ? (
        <p className={styles.quiet}>No report has described this machine yet.</p>
      ) : (
        <Fingerprint revision={machine.fingerprint} />
      )}
      <Revisions revisions={machine.revisions} current={machine.fingerprint} />
    </Panel>
  );
}
