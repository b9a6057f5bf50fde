/** Claims that no run has judged yet: which suite each waits for, and when an agent measures it. */

import type { Agent, Claim } from "@/api/types";
import { useRead } from "@/api/useRead";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Claims.module.css";
import { awaitedOf } from "./claimsModel";

interface ClaimsProgressProps {
  project: string;
  rows: readonly Claim[];
}

export function ClaimsProgress({ project, rows }: ClaimsProgressProps) {
  const waiting = rows.filter((row) => row.machines.length === 0);
  const query = useRead(
    [project, "machines"],
    "machines",
    { project },
    { enabled: waiting.length > 0 },
  );
  const agents: Agent[] = query.data?.rows.flatMap((machine) => machine.agents) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Not judged yet">
      <p className={styles.quiet}>
        {rows.length - waiting.length} of {rows.length} judged.
      </p>
      <ul className={styles.waiting}>
        {waiting.map((claim) => {
          const { suite, due } = awaitedOf(claim, agents);
          return (
            <li key={claim.id}>
              {claim.title}: waits for {suite}
              {due === null ? ", which no agent plans to run" : null}
              {due === "now" ? ", which is measured now" : null}
              {due === null || due === "now" ? null : (
                <>
                  , measured <RelativeTime at={due} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
