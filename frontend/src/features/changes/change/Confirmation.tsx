/** What jobs say of a change: whether it is upheld, which commit made it; the buttons that ask. */

import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useMay } from "@/api/session";
import type { ChangePoint, Job, JobList } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { MeasureMore } from "@/ui/measuring/MeasureMore";
import { QuotaLeft } from "@/ui/measuring/QuotaLeft";
import { isDrift, isOfCode } from "@/ui/words/changeWords";
import { listText } from "@/ui/words/countWords";
import { beginsText, isJobOver, JOB_KINDS, JOB_STATES } from "@/ui/words/jobWords";
import { priceText } from "@/ui/words/priceWords";
import { formatCount } from "@/units/format";
import styles from "../Changes.module.css";
import { useBackfill, useBackfills, useBisect, useConfirm, useJobsOfChange } from "../changesQuery";
import { foundText } from "./changeModel";

interface ConfirmationProps {
  project: string;
  change: ChangePoint;
}

export function Confirmation({ project, change }: ConfirmationProps) {
  const isPossible = isOfCode(change) && change.aspect === "" && change.previous_commit !== null;
  const { data, isError } = useJobsOfChange(project, change.id, useIsPainted(isPossible));
  const confirm = useConfirm(project, change.id);
  const bisect = useBisect(project, change.id);
  if (!isPossible || (data === undefined && isError)) return null;
  if (data === undefined) return <Skeleton height={36} />;
  const jobs = [...data.held, ...data.waiting, ...data.over];
  const of = (kind: Job["kind"]) => jobs.find((job) => job.kind === kind);
  const [confirmation, bisection] = [of("confirm"), of("bisect")];
  const offers: Offer[] = [];
  if (isOver(confirmation)) {
    const name = confirmation === undefined ? "Confirm" : "Confirm again";
    offers.push({ name, ask: confirm });
  }
  if (change.suspects > 1 && !isDrift(change) && isOver(bisection)) {
    const name = bisection === undefined ? "Bisect" : "Bisect again";
    offers.push({ name, ask: bisect });
  }
  return (
    <section className={styles.standing} aria-label="Confirmation">
      {[confirmation, bisection].map((job) =>
        job === undefined ? null : (
          <State key={job.kind} project={project} change={change} job={job} />
        ),
      )}
      <Ask project={project} change={change} list={data} offers={offers} />
      <Backfill project={project} change={change} />
    </section>
  );
}

/** Where commits between the last good and the first bad one were not measured. */
function Backfill({ project, change }: ConfirmationProps) {
  const jobs = useBackfills(project, change.id, useIsPainted(change.suspects > 1));
  const ask = useBackfill(project, change.id);
  if (jobs.data === undefined) return null;
  const { held, waiting, over, offer } = jobs.data;
  const none = held.length + waiting.length + over.length === 0;
  if (none && offer?.cannot !== "") return null;
  return <MeasureMore project={project} jobs={jobs} ask={ask} name="Measure commits between" />;
}

interface Offer {
  name: string;
  ask: ReturnType<typeof useConfirm>;
}

function isOver(job: Job | undefined): boolean {
  return job === undefined || isJobOver(job);
}

function State({ project, change, job }: ConfirmationProps & { job: Job }) {
  const { word, tone } = JOB_STATES[job.state];
  return (
    <p role="status">
      <Link to="/p/$project/jobs/$job" params={{ project, job: String(job.id) }}>
        {JOB_KINDS[job.kind]} {job.id}
      </Link>{" "}
      <Badge tone={tone}>{word}</Badge> {foundText(job, change.series)}
      {job.waits_for === null ? null : ` ${job.waits_for}; begins: ${beginsText(job)}.`}
    </p>
  );
}

function Ask(props: ConfirmationProps & { list: JobList; offers: readonly Offer[] }) {
  const { project, change, list, offers } = props;
  const mayAsk = useMay(project, "triage");
  if (!mayAsk || offers.length === 0) return null;
  const error = offers.map(({ ask }) => ask.error).find((one) => one !== null) ?? null;
  return (
    <>
      <p className={styles.quiet}>
        {offers.map(({ name, ask }) => (
          <Fragment key={name}>
            <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
              {name}
            </Button>{" "}
          </Fragment>
        ))}
        {list.agents.length === 0
          ? ""
          : `${measuresText(change, offers)} in turns, by ${listText(list.agents)}. `}
        {priceText(list)}
        <QuotaLeft project={project} />
      </p>
      <ErrorState error={error} what="No job was asked for." />
    </>
  );
}

function measuresText({ suspects }: ChangePoint, offers: readonly Offer[]): string {
  const bisects = offers.some(({ name }) => name.startsWith("Bisect"));
  if (!bisects) return "Measures the commits before and after it";
  return `Measures the commits before and after it, or the ${formatCount(suspects)} in question step by step,`;
}
