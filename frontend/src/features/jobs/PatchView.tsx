/** What a developer's patch changes, for those who may ask for jobs; read when somebody asks. */

import { useState } from "react";
import { useMay } from "@/api/session";
import type { Job } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Section } from "@/ui/layout/Page";
import { shortCommit } from "@/ui/words/commitName";
import styles from "./Jobs.module.css";
import { usePatch } from "./jobsQuery";

export function PatchView({ project, job }: { project: string; job: Job }) {
  const [isShown, setShown] = useState(false);
  const maySee = useMay(project, "triage");
  const query = usePatch(project, job.id, isShown);
  const { patch } = job.target;
  if (patch === null) return null;
  return (
    <Section
      title="Patch"
      aside={`${patch.subject}, by ${patch.author}, on ${shortCommit(patch.base)}`}
    >
      {isShown ? (
        <QueryBoundary
          query={query}
          failure="The patch could not be loaded."
          skeleton={<Skeleton height={160} />}
        >
          {({ text }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
            <pre className={styles.log} tabIndex={0}>
              {text}
            </pre>
          )}
        </QueryBoundary>
      ) : maySee ? (
        <Button onClick={() => setShown(true)}>Show patch</Button>
      ) : null}
    </Section>
  );
}
