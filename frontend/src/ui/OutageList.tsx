/** What should report and does not: agents, suites, benchmarks, channels. */

import type { Outage } from "@/api/types";
import styles from "./OutageList.module.css";
import { RelativeTime } from "./RelativeTime";

const WORDS: Record<Outage["kind"], string> = {
  agent: "Agent has gone quiet",
  suite: "Suite has stopped reporting",
  benchmark: "Benchmark fails",
  channel: "Channel cannot deliver",
};

interface OutageListProps {
  outages: readonly Outage[];
  /** How many are named; the rest is counted. */
  most?: number;
}

export function OutageList({ outages, most = outages.length }: OutageListProps) {
  const hidden = outages.length - most;
  return (
    <ul className={styles.list}>
      {outages.slice(0, most).map((one) => (
        <li key={one.id}>
          <b>
            <span aria-hidden="true">▲ </span>
            {WORDS[one.kind]}
          </b>
          : {one.name}, <RelativeTime at={one.since} />
          {one.detail === "" ? null : <span className={styles.detail}>: {one.detail}</span>}
        </li>
      ))}
      {hidden > 0 ? <li className={styles.detail}>And {hidden} more.</li> : null}
    </ul>
  );
}
