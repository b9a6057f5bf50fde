/** How a job stands, and how far its agent is. */

import type { Job } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { FINDINGS, isJobOver, JOB_STATES, verdictOf } from "@/ui/words/jobWords";

export function JobState({ job }: { job: Job }) {
  const { word, tone } = JOB_STATES[job.state];
  const verdict = verdictOf(job);
  return (
    <>
      <Badge tone={tone}>{word}</Badge>{" "}
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
