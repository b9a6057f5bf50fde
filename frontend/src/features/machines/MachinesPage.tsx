/** The machines that measure: what they are, how they changed, what their agents do. */

import { useParams } from "@tanstack/react-router";
import type { FingerprintRevision, Machine } from "@/api/types";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import { Panel } from "@/ui/Panel";
import { QueryBoundary } from "@/ui/QueryBoundary";
import { RelativeTime } from "@/ui/RelativeTime";
import { Skeleton } from "@/ui/Skeleton";
import { formatCount } from "@/units/format";
import { AgentState } from "./AgentState";
import styles from "./Machines.module.css";
import { answerOf, attributeName, attributeText, differences } from "./machinesModel";
import { useMachines } from "./machinesQuery";
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
          <TestbedNoises project={project} machines={rows}>
            {(machine) => <MachinePanel key={machine.id} machine={machine} />}
          </TestbedNoises>
        </Page>
      )}
    </QueryBoundary>
  );
}

function Nothing() {
  return (
    <EmptyState
      title="Machines appear here when their agent registers or a report names them."
      command="tidemark-agent serve"
    >
      The agent takes the server's address and a key with the scope “agent” from its configuration.
      Each machine is shown with its fingerprint and everything that ever changed on it.
    </EmptyState>
  );
}

function MachinePanel({ machine }: { machine: Machine }) {
  return (
    <Panel label={machine.name}>
      <div className={styles.head}>
        <h2>{machine.name}</h2>
        <span className={styles.quiet}>
          testbed {machine.testbed}, {formatCount(machine.runs)}{" "}
          {machine.runs === 1 ? "run" : "runs"}
          {machine.last_run_at === null ? null : (
            <>
              , last <RelativeTime at={machine.last_run_at} />
            </>
          )}
        </span>
      </div>
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
      <Revisions revisions={machine.revisions} />
    </Panel>
  );
}

function Fingerprint({ revision }: { revision: FingerprintRevision }) {
  return (
    <dl className={styles.attributes}>
      {Object.entries(revision.attributes).map(([name, value]) => (
        <div key={name}>
          <dt>{attributeName(name)}</dt>
          <dd title={String(value)}>{attributeText(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Newest first; each with what differs from the one before it. */
function Revisions({ revisions }: { revisions: readonly FingerprintRevision[] }) {
  if (revisions.length < 2) return null;
  return (
    <div>
      <h3 className={styles.subhead}>Changes of the environment</h3>
      <ol className={styles.revisions}>
        {revisions.map((revision, index) => (
          <li key={revision.id}>
            <span className={styles.glyph} aria-hidden="true">
              ◆
            </span>
            <RelativeTime at={revision.first_seen_at} />
            <RevisionText revision={revision} before={revisions[index + 1]} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface RevisionTextProps {
  revision: FingerprintRevision;
  before: FingerprintRevision | undefined;
}

function RevisionText({ revision, before }: RevisionTextProps) {
  const changes = differences(revision, before);
  if (changes.length === 0) return <span className={styles.quiet}>first seen</span>;
  return (
    <ul className={styles.differences}>
      {changes.map((change) => (
        <li key={change.name}>
          {attributeName(change.name)}: {change.before} → {change.after}
        </li>
      ))}
    </ul>
  );
}
