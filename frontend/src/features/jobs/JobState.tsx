/** How a job stands, and how far its agent is. */

import { Link } from "@tanstack/react-router";
import type { Job } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { FINDINGS, isJobOver, JOB_STATES, stateWord, verdictOf } from "@/ui/words/jobWords";

interface JobStateProps {
  project: string;
  job: Job;
}

export function JobState({ project, job }: JobStateProps) {
  const { word, tone } = JOB_STATES[job.state];
  const verdict = verdictOf(job);
  return (
    <>
      {job.failed === null ? (
        <Badge tone={tone}>{word}</Badge>
      ) : (
        <Link
          to="/p/$project/runs/$run"
          params={{ project, run: String(job.failed.run_id) }}
          search={{ section: "failures" } as never}
        >
          <Badge tone="unresolved">{stateWord(job)}</Badge>
        </Link>
      )}{" "}
      {verdict === null ? null : (
        <Badge tone={FINDINGS[verdict.finding].tone}>{FINDINGS[verdict.finding].word}</Badge>
      )}
      {isJobOver(job) || job.state === "queued" ? null : <Progress job={job} />}
    </>
  );
}

function Progress({ job: { id, progress } }: { job: Job }) {
  if (progress === null) return null;
  if (progress.stage !== "measuring" || progress.total === 0) return <>{progress.stage}</>;
  return (
    <>
      rounds{" "}
      <ProgressBar done={progress.done} total={progress.total} label={`Rounds of job ${id}`} />
    </>
  );
}
