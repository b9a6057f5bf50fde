/** What should report and does not: agents, suites, benchmarks, channels. */

import { Link } from "@tanstack/react-router";
import type { Outage } from "@/api/types";
import styles from "./OutageList.module.css";
import { RelativeTime } from "./RelativeTime";
import { BenchmarkLink, SuiteLink } from "./ThingLinks";

const WORDS: Record<Outage["kind"], string> = {
  agent: "Agent has gone quiet",
  suite: "Suite has stopped reporting",
  benchmark: "Benchmark fails",
  channel: "Channel cannot deliver",
};

interface OutageListProps {
  project: string;
  outages: readonly Outage[];
  /** How many are named; the rest is counted. */
  most?: number;
}

export function OutageList({ project, outages, most = outages.length }: OutageListProps) {
  const hidden = outages.length - most;
  return (
    <ul className={styles.list}>
      {outages.slice(0, most).map((one) => (
        <li key={one.id}>
          <b>
            <span aria-hidden="true">▲ </span>
            {WORDS[one.kind]}
          </b>
          : <Thing project={project} outage={one} />, <RelativeTime at={one.since} />
          {one.detail === "" ? null : <span className={styles.detail}>: {one.detail}</span>}
        </li>
      ))}
      {hidden > 0 ? <li className={styles.detail}>And {hidden} more.</li> : null}
    </ul>
  );
}

/** The name, which leads to where one sees what is wrong. */
function Thing({ project, outage }: { project: string; outage: Outage }) {
  const { kind, thing_id: id, name } = outage;
  if (kind === "suite") {
    return (
      <SuiteLink project={project} id={id}>
        {name}
      </SuiteLink>
    );
  }
  if (kind === "benchmark") {
    return (
      <BenchmarkLink project={project} id={id}>
        {name}
      </BenchmarkLink>
    );
  }
  return (
    <Link
      to={kind === "agent" ? "/p/$project/machines" : "/p/$project/settings/notifications"}
      params={{ project }}
    >
      {name}
    </Link>
  );
}
