/** Moves a waiting job in the queue: by a handle that is dragged, or by the arrow keys on it. */

import type { DragEvent, KeyboardEvent, ReactNode } from "react";
import { useMay } from "@/api/session";
import type { Job } from "@/api/types";
import { ErrorState } from "@/ui/feedback/ErrorState";
import styles from "./Jobs.module.css";
import { placeAfterStep } from "./jobsModel";
import { usePlace } from "./jobsQuery";

const KIND = "application/x-tidemark-job";
const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

interface HandleProps {
  project: string;
  job: Job;
  /** The waiting jobs in their order. */
  rows: readonly Job[];
  /** How many wait, shown or not. */
  total: number;
}

/** What is dragged; arrows move the job by one place. */
export function MoveHandle({ project, job, rows, total }: HandleProps) {
  const place = usePlace(project);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const before = placeAfterStep({ rows, total }, job.id, step);
    if (before !== undefined && !place.isPending) place.mutate({ job: job.id, before });
  };
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        draggable
        aria-label={`Move job ${job.id}: drag it, or press an arrow key`}
        onKeyDown={move}
        onDragStart={(event) => event.dataTransfer.setData(KIND, String(job.id))}
      >
        ⠿
      </button>
      <ErrorState error={place.error} what="The job was not moved." />
    </>
  );
}

interface QueueProps {
  project: string;
  rows: readonly Job[];
  children: ReactNode;
}

/** Takes what is dropped on a row of the queue: the job comes just before it. */
export function DropQueue({ project, rows, children }: QueueProps) {
  const mayMove = useMay(project, "configure");
  const place = usePlace(project);
  if (!mayMove) return <>{children}</>;
  const over = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(KIND)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const job = Number(event.dataTransfer.getData(KIND));
    const row = (event.target as Element).closest<HTMLElement>("[data-row]");
    const before = rows[Number(row?.dataset.row)];
    if (row === null || job === 0 || before === undefined || before.id === job) return;
    event.preventDefault();
    place.mutate({ job, before: before.id });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handles do the same by keys
    <div onDragOver={over} onDrop={drop}>
      {children}
      <ErrorState error={place.error} what="The job was not moved." />
    </div>
  );
}
