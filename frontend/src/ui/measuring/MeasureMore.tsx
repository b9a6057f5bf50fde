/** Where more pairs are needed: a button that has an agent measure them, what they cost, the answer. */

import { Link } from "@tanstack/react-router";
import { useMay } from "@/api/session";
import type { Job, JobList } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { beginsText, isJobOver, JOB_KINDS, JOB_STATES, verdictOf } from "@/ui/words/jobWords";
import { priceText } from "@/ui/words/priceWords";
import styles from "./MeasureMore.module.css";
import { QuotaLeft } from "./QuotaLeft";

interface MeasureMoreProps {
  project: string;
  /** The jobs that measured it before, newest first, and what another one costs. */
  jobs: { data: JobList | undefined; isError: boolean };
  ask: { mutate: () => void; isPending: boolean; error: Error | null };
  /** What the button says. */
  name: string;
  /** What of the job takes as long as is said, where that is not all of it. */
  part?: string;
}

export function MeasureMore({ project, jobs, ask, name, part }: MeasureMoreProps) {
  const mayAsk = useMay(project, "triage");
  const { data: list } = jobs;
  if (list === undefined) return jobs.isError ? null : <Skeleton height={36} />;
  const [newest] = [...list.held, ...list.waiting, ...list.over];
  const isFree = newest === undefined || isJobOver(newest);
  return (
    <section aria-label="Measurements" className={styles.part}>
      {newest === undefined ? null : <State project={project} job={newest} />}
      {mayAsk && isFree ? (
        <p className={styles.quiet}>
          {list.offer?.cannot === "" ? (
            <>
              <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
                {name}
              </Button>{" "}
            </>
          ) : null}
          {priceText(list, part)}
          {list.offer?.cannot === "" ? <QuotaLeft project={project} /> : null}
        </p>
      ) : null}
      <ErrorState error={ask.error} what="No job was asked for." />
    </section>
  );
}

function State({ project, job }: { project: string; job: Job }) {
  const { word, tone } = JOB_STATES[job.state];
  const verdict = verdictOf(job);
  const [before, after] = verdict?.runs ?? [];
  return (
    <p role="status">
      <Link to="/p/$project/jobs/$job" params={{ project, job: String(job.id) }}>
        {JOB_KINDS[job.kind]} {job.id}
      </Link>{" "}
      <Badge tone={tone}>{word}</Badge> {verdict?.sentence ?? `${job.reason}.`}
      {job.waits_for === null ? null : ` ${job.waits_for}; begins: ${beginsText(job)}.`}{" "}
      {before === undefined || after === undefined ? null : (
        <Link
          to="/p/$project/compare"
          params={{ project }}
          search={{ baseline: `run:${before}`, contender: `run:${after}` }}
        >
          Compare both runs
        </Link>
      )}
    </p>
  );
}
