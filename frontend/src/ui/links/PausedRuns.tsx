/** Runs of an agent's own schedule that make room for a job. */

import { Link, useParams } from "@tanstack/react-router";
import type { Agent } from "@/api/types";
import { pauseText } from "@/ui/words/pauseWords";

export function PausedRuns({ agent }: { agent: Pick<Agent, "planned" | "is_silent"> }) {
  if (agent.is_silent) return null;
  return agent.planned.map(({ suite, mode, paused_after: rounds, paused_for: job }) =>
    job === null ? null : (
      <PausedRun key={`${suite} ${mode}`} suite={suite} rounds={rounds} job={job} />
    ),
  );
}

interface PausedRunProps {
  suite: string;
  rounds: number | null;
  job: number;
}

/** "runtime-rust waits since round 7 for job 12" */
export function PausedRun({ suite, rounds, job }: PausedRunProps) {
  const { project } = useParams({ strict: false });
  if (project === undefined) return null;
  return (
    <span>
      {pauseText(suite, rounds ?? 0)}{" "}
      <Link to="/p/$project/jobs/$job" params={{ project, job: String(job) }}>
        job {job}
      </Link>
    </span>
  );
}
