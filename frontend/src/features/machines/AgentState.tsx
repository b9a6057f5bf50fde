/** What the agent of a machine is doing, how far it is, and whether it has gone quiet. */

import type { Agent } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { NextRun } from "@/ui/links/NextRun";
import { PausedRuns } from "@/ui/links/PausedRuns";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Machines.module.css";

export function AgentState({ agent }: { agent: Agent }) {
  const { progress } = agent;
  return (
    <div className={styles.agent}>
      <Badge tone={agent.is_silent ? "worse" : "plain"}>
        {agent.is_silent ? "silent" : agent.state}
      </Badge>
      <span>{agent.suite}</span>
      <NextRun agent={agent} />
      <PausedRuns agent={agent} />
      {progress === null || progress.total === 0 || agent.is_silent ? null : (
        <ProgressBar
          done={progress.done}
          total={progress.total}
          label={`Progress of ${agent.name}`}
        />
      )}
      {agent.version_trouble === "" ? null : (
        <span>It gets no new jobs: {agent.version_trouble}.</span>
      )}
      {agent.message === null ? null : <span className={styles.quiet}>{agent.message}</span>}
      <span className={styles.quiet}>
        {agent.name === "" ? "" : `agent ${agent.name}, `}
        {agent.version}, {agent.key === null ? "signs nothing" : `key ${agent.key.slice(0, 12)}…`},
        last seen <RelativeTime at={agent.last_beat_at} missing="never" />
        {agent.spooled === 0
          ? ""
          : `; ${counted(agent.spooled, "report waits", "reports wait")} on it to be sent`}
      </span>
    </div>
  );
}
