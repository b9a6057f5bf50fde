/** What a claim without a verdict waits for: its suite, and when an agent measures it. */

import type { Claim } from "@/api/types";
import { useRead } from "@/api/useRead";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Claims.module.css";
import { awaitedOf } from "./claimsModel";

interface AwaitedProps {
  project: string;
  claim: Claim;
}

export function Awaited({ project, claim }: AwaitedProps) {
  const query = useRead([project, "machines"], "machines", { project });
  const agents = query.data?.rows.flatMap((machine) => machine.agents);
  const { suite, due } = awaitedOf(claim, agents ?? []);
  return (
    <span className={styles.quiet}>
      not judged yet: waits for {suite}
      {agents !== undefined && due === null ? ", which no agent plans to run" : null}
      {due === "now" ? ", which is measured now" : null}
      {due === null || due === "now" ? null : <WhenDue at={due} />}
    </span>
  );
}

/** A suite whose time has come waits for the one that is built or measured before it. */
function WhenDue({ at }: { at: string }) {
  if (Date.parse(at) <= Date.now()) return <>, which is measured as soon as its turn comes</>;
  return (
    <>
      , measured <RelativeTime at={at} />
    </>
  );
}
