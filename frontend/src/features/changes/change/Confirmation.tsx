/** Whether commits measured in turns uphold a change: the button that asks, the job, its verdict. */

import { Link } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { ChangePoint, Job, JobList } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { isOfCode } from "@/ui/words/changeWords";
import { listText } from "@/ui/words/countWords";
import { beginsText, isJobOver, JOB_STATES } from "@/ui/words/jobWords";
import styles from "../Changes.module.css";
import { useConfirm, useConfirmations } from "../changesQuery";
import { foundText } from "./changeModel";

interface ConfirmationProps {
  project: string;
  change: ChangePoint;
}

export function Confirmation({ project, change }: ConfirmationProps) {
  const isPossible = isOfCode(change) && change.previous_commit !== null;
  const { data, isError } = useConfirmations(project, change.id, useIsPainted(isPossible));
  if (!isPossible || (data === undefined && isError)) return null;
  if (data === undefined) return <Skeleton height={36} />;
  const job = data.held[0] ?? data.waiting[0] ?? data.over[0];
  return (
    <section className={styles.standing} aria-label="Confirmation">
      {job === undefined ? null : <State project={project} change={change} job={job} />}
      {job === undefined || isJobOver(job) ? (
        <Ask project={project} change={change} list={data} />
      ) : null}
    </section>
  );
}

function State({ project, change, job }: ConfirmationProps & { job: Job }) {
  const { word, tone } = JOB_STATES[job.state];
  return (
    <p role="status">
      <Link to="/p/$project/jobs/$job" params={{ project, job: String(job.id) }}>
        Confirmation {job.id}
      </Link>{" "}
      <Badge tone={tone}>{word}</Badge> {foundText(job, change.series)}
      {job.waits_for === null ? null : `${job.waits_for}; begins: ${beginsText(job)}.`}
    </p>
  );
}

function Ask({ project, change, list }: ConfirmationProps & { list: JobList }) {
  const mayAsk = useMay(project, "triage");
  const confirm = useConfirm(project, change.id);
  const { testbed } = change.series;
  if (!mayAsk) return null;
  return (
    <>
      <p className={styles.quiet}>
        <Button disabled={confirm.isPending} onClick={() => confirm.mutate()}>
          {list.over.length === 0 ? "Confirm" : "Confirm again"}
        </Button>{" "}
        {list.agents.length === 0
          ? `No agent of ${testbed} takes jobs now: the job would wait until one serves.`
          : `Measures the commits before and after it in turns on ${testbed}, by ${listText(list.agents)}.`}
      </p>
      <ErrorState error={confirm.error} what="No confirmation was asked for." />
    </>
  );
}
