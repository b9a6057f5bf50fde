/** What people can do to a job: let it come earlier or later, and end it. */

import { useMay } from "@/api/session";
import type { Job } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { isJobOver } from "@/ui/words/jobWords";
import styles from "./Jobs.module.css";
import { useCancel, usePrioritise } from "./jobsQuery";

interface ControlProps {
  project: string;
  job: Job;
}

const HIGHEST = 10;
const PRIORITIES = Array.from({ length: 2 * HIGHEST + 1 }, (_, place) => {
  const value = String(HIGHEST - place);
  return { value, label: value };
});

export function PriorityChoice({ project, job }: ControlProps) {
  const mayMove = useMay(project, "configure");
  const prioritise = usePrioritise(project, job.id);
  if (!mayMove || job.state !== "queued") return <>{job.priority}</>;
  return (
    <>
      <div className={styles.priority}>
        <Select
          label={`Priority of job ${job.id}`}
          isLabelHidden
          choices={PRIORITIES}
          value={String(job.priority)}
          isDisabled={prioritise.isPending}
          onChange={(text) => prioritise.mutate(Number(text))}
        />
      </div>
      <ErrorState error={prioritise.error} what="The priority was not changed." />
    </>
  );
}

export function CancelButton({ project, job }: ControlProps) {
  const mayCancel = useMay(project, "triage");
  const cancel = useCancel(project, job.id);
  if (!mayCancel || isJobOver(job)) return null;
  return (
    <>
      <Button
        aria-label={`Cancel job ${job.id}`}
        disabled={cancel.isPending || job.is_cancel_wanted}
        onClick={() => cancel.mutate()}
      >
        {job.is_cancel_wanted ? "Stopping" : "Cancel"}
      </Button>
      <ErrorState error={cancel.error} what="The job was not cancelled." />
    </>
  );
}
