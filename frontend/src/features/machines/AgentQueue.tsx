/** What the agents of a machine run next, by their own schedules. */

import type { Agent } from "@/api/types";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Machines.module.css";
import { type Planned, queueOf } from "./machinesModel";

export function AgentQueue({ agents }: { agents: readonly Agent[] }) {
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
      caption="Queue, the next in front"
      columns={agents.length > 1 ? [...COLUMNS, AGENT] : COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.agent} ${row.suite} ${row.mode} ${row.due_at}`}
    />
  );
}

function nothingText(agents: readonly Agent[]): string {
  if (agents.every(({ is_silent }) => is_silent)) return "A silent agent tells no plan.";
  return "Nothing is planned after what runs now, as far as an agent has told.";
}

const COLUMNS: Column<Planned>[] = [
  { id: "suite", head: "Next", cell: (row) => row.suite },
  { id: "mode", head: "Mode", cell: (row) => row.mode },
  { id: "due", head: "Due", cell: (row) => <RelativeTime at={row.due_at} /> },
];
const AGENT: Column<Planned> = { id: "agent", head: "Agent", cell: (row) => row.agent };
