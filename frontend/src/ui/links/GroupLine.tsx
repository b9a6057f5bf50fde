/** Changes of one cause in a few words: the worst one, how many moved with it, since which commit. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AlertGroup } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import {
  isOfCode,
  movedText,
  placesText,
  stateName,
  stateTone,
  whereText,
} from "@/ui/words/groupWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./GroupLine.module.css";
import { SeriesName } from "./SeriesName";
import { SinceCommit } from "./SinceCommit";

interface GroupLineProps {
  project: string;
  group: AlertGroup;
  /** Came into its state since the reader looked last. */
  isNew?: boolean;
}

export function GroupLine({ project, group, isNew = false }: GroupLineProps) {
  const { lead, commits } = group;
  const moved = movedText(group);
  return (
    <div className={styles.line}>
      <div className={styles.first}>
        <GroupLink project={project} group={group}>
          <ChangeEffect change={lead} /> <SeriesName label={lead.series} />
        </GroupLink>
        {moved === "" ? null : <span className={styles.moved}>{moved}</span>}
        <Badge tone={stateTone(group)}>{stateName(group)}</Badge>
        <Kept group={group} />
        {isNew ? <Badge>new</Badge> : null}
      </div>
      <p className={styles.where}>
        {isOfCode(group) ? "since" : "first seen at"} <SinceCommit group={group} />
        {commits.since.time === null ? null : (
          <>
            , <RelativeTime at={commits.since.time} />
          </>
        )}
        ; {whereText(group)}; {lead.series.suite} on {placesText(group)}
      </p>
    </div>
  );
}

interface GroupLinkProps {
  project: string;
  group: AlertGroup;
  children: ReactNode;
}

/** To the page of the group; suspicions are no group yet and lead to their worst change. */
function GroupLink({ project, group: { number, lead }, children }: GroupLinkProps) {
  if (number === null) {
    const change = String(lead.id);
    return (
      <Link to="/p/$project/changes/$change" params={{ project, change }} className={styles.open}>
        {children}
      </Link>
    );
  }
  const group = String(number);
  return (
    <Link to="/p/$project/alert-groups/$group" params={{ project, group }} className={styles.open}>
      <span className={styles.number}>#{number}</span> {children}
    </Link>
  );
}

/** What people made of it, as far as a list has room. */
function Kept({ group: { triage } }: { group: AlertGroup }) {
  if (triage === null) return null;
  const isMuted = triage.muted_until !== null && Date.parse(triage.muted_until) > Date.now();
  return (
    <>
      {triage.assignee === null ? null : (
        <span className={styles.moved}>{triage.assignee.name}</span>
      )}
      {triage.due_on === null ? null : <span className={styles.moved}>due {triage.due_on}</span>}
      {triage.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {isMuted ? <Badge>muted</Badge> : null}
    </>
  );
}
