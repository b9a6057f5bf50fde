/** The log of a job as plain text; it grows while the job runs and keeps its end in view. */

import { useLayoutEffect, useRef, useState } from "react";
import type { JobDetail } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { counted } from "@/ui/words/countWords";
import { isJobOver } from "@/ui/words/jobWords";
import { formatCount } from "@/units/format";
import styles from "./Jobs.module.css";
import { firstShown } from "./jobsModel";
import { useLog } from "./jobsQuery";

/** Near enough to the end that its reader follows it. */
const NEAR_PX = 40;

export function LogView({ project, detail }: { project: string; detail: JobDetail }) {
  const { job, log_lines: total, log_dropped: dropped } = detail;
  const [first, setFirst] = useState(() => firstShown(total));
  const query = useLog(project, job.id, first, useIsPainted(true));
  return (
    <Section
      title="Log"
      aside={
        <>
          {counted(total, "line")}
          {dropped === 0 ? null : `, ${formatCount(dropped)} of them cut from the middle`}
          {first === 0 ? null : (
            <Button kind="quiet" onClick={() => setFirst(0)}>
              Show {counted(first, "earlier line")}
            </Button>
          )}
        </>
      }
    >
      <QueryBoundary
        query={query}
        failure="The log could not be loaded."
        skeleton={<Skeleton height={160} />}
      >
        {({ lines }) =>
          lines.length === 0 ? (
            <p className={styles.quiet}>
              {isJobOver(job) ? "Its agent sent no line." : "Lines appear here while it runs."}
            </p>
          ) : (
            <Lines lines={lines} />
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  const box = useRef<HTMLPreElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useLayoutEffect(() => {
    if (box.current !== null && isFollowing.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <pre
      ref={box}
      className={styles.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {lines.join("\n")}
    </pre>
  );
}
