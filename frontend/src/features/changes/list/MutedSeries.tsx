/** Series that alert nobody for now: until when, why, and a way to end it. */

import { useMay } from "@/api/session";
import type { Mute } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "../Changes.module.css";
import { useMutes } from "../group/groupQuery";

export function MutedSeries({ project }: { project: string }) {
  const { query, end } = useMutes(project);
  const mayEnd = useMay(project, "triage");
  const rows = query.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="Muted for now">
      <ul className={styles.notes}>
        {rows.map((mute) => (
          <li key={mute.id} className={styles.quiet}>
            {nameOf(mute)} until <RelativeTime at={mute.until} />, by {mute.author}: {mute.why}{" "}
            {mayEnd ? (
              <Button
                kind="quiet"
                aria-label={`End the mute of ${nameOf(mute)}`}
                onClick={() => end.mutate(mute.id)}
              >
                End it
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ErrorState error={end.error} what="The mute was not ended." />
    </Section>
  );
}

function nameOf({ suite, benchmark, metric, testbed, branch }: Mute): string {
  return [suite, benchmark, metric, testbed, branch].filter(Boolean).join(" · ");
}
