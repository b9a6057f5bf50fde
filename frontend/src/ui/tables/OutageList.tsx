/** What should report and does not: agents, suites, benchmarks, channels. */

import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Outage } from "@/api/types";
import { BenchmarkLink, SuiteLink } from "@/ui/links/ThingLinks";
import { exploreSearch } from "@/ui/url/pageLinks";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./OutageList.module.css";
import { type OutageGroup, outageGroups } from "./outageGroups";

/** What is the matter with one of them, and with several. */
const WORDS: Record<Outage["kind"], [string, string]> = {
  agent: ["Agent has gone quiet", "Agents have gone quiet"],
  suite: ["Suite has stopped reporting", "Suites have stopped reporting"],
  benchmark: ["Benchmark fails", "Benchmarks fail"],
  veto: [
    "Runs are vetoed, the machine was not steady",
    "Runs are vetoed, the machine was not steady",
  ],
  channel: ["Channel cannot deliver", "Channels cannot deliver"],
  claim: ["Claim no longer holds", "Claims no longer hold"],
  budget: ["Budget is broken", "Budgets are broken"],
  server: ["The server needs attention", "The server needs attention"],
};
/** Names of one group; the rest is counted. */
const MOST_NAMES = 4;

interface OutageListProps {
  project: string;
  outages: readonly Outage[];
  /** How many lines there are at most; what is behind the others is counted. */
  most?: number;
}

export function OutageList({ project, outages, most = outages.length }: OutageListProps) {
  const groups = outageGroups(outages);
  const hidden = groups.slice(most).flatMap((group) => group.outages).length;
  return (
    <ul className={styles.list}>
      {groups.slice(0, most).map((group) => (
        <Line key={group.first.id} project={project} group={group} />
      ))}
      {hidden > 0 ? <li className={styles.detail}>And {hidden} more.</li> : null}
    </ul>
  );
}

function Line({ project, group }: { project: string; group: OutageGroup }) {
  const { first, outages } = group;
  const named = outages.slice(0, MOST_NAMES);
  const others = outages.length - named.length;
  return (
    <li>
      <b>
        <span aria-hidden="true">▲ </span>
        {WORDS[first.kind][outages.length === 1 ? 0 : 1]}
      </b>
      {": "}
      {named.map((one, index) => (
        <Fragment key={one.id}>
          {index === 0 ? null : "; "}
          <Thing project={project} outage={one} />
        </Fragment>
      ))}
      {others > 0 ? ` and ${others} more` : null}, <RelativeTime at={first.since} />
      {first.detail === "" ? null : <span className={styles.detail}>: {first.detail}</span>}
    </li>
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
  if (kind === "claim") {
    return (
      <Link to="/p/$project/claims/$claim" params={{ project, claim: String(id) }}>
        {name}
      </Link>
    );
  }
  if (kind === "budget") {
    return (
      <Link to="/p/$project/explore" params={{ project }} search={exploreSearch([id]) as never}>
        {name}
      </Link>
    );
  }
  if (kind === "server") return <Link to="/server">{name}</Link>;
  return (
    <Link
      to={kind === "channel" ? "/p/$project/settings/notifications" : "/p/$project/machines"}
      params={{ project }}
    >
      {name}
    </Link>
  );
}
