/** What each agent is doing right now; one that has gone quiet says so. */

import { Link } from "@tanstack/react-router";
import type { Agent } from "@/api/types";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { NextRun } from "@/ui/links/NextRun";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Overview.module.css";
import { agentText } from "./overviewModel";

export function AgentRows({ project, agents }: { project: string; agents: readonly Agent[] }) {
  return (
    <ul className={styles.agents}>
      {agents.map((agent) => (
        <li key={agent.id} className={styles.agent}>
          <Link to="/p/$project/machines" params={{ project }}>
            {agent.name}
          </Link>
          <span className={agent.is_silent ? styles.worse : undefined}>{agentText(agent)}</span>
          <Doing agent={agent} />
        </li>
      ))}
    </ul>
  );
}

function Doing({ agent }: { agent: Agent }) {
  if (agent.is_silent) {
    return (
      <span className={styles.quiet}>
        no sign of it since <RelativeTime at={agent.last_beat_at} missing="it registered" />
        {waiting(agent)}
      </span>
    );
  }
  const { progress } = agent;
  return (
    <>
      {progress === null || progress.total === 0 ? null : (
        <ProgressBar
          done={progress.done}
          total={progress.total}
          label={`Progress of ${agent.name}`}
        />
      )}
      <NextRun agent={agent} />
      <span className={styles.message}>
        {agent.message}
        {waiting(agent)}
      </span>
    </>
  );
}

function waiting({ spooled }: Agent): string {
  return spooled === 0
    ? ""
    : `; ${counted(spooled, "report waits", "reports wait")} on it to be sent`;
}
