/** Changes of one cause in a few words: the worst one, how many moved with it, since which commit. */

import { Link } from "@tanstack/react-router";
import type { AlertGroup } from "@/api/types";
import { Badge } from "./Badge";
import { ChangeEffect } from "./ChangeEffect";
import { CommitLink } from "./CommitLink";
import styles from "./GroupLine.module.css";
import { movedText, placesText, stateTone, whereText } from "./groupWords";
import { RelativeTime } from "./RelativeTime";
import { SeriesName } from "./SeriesName";

interface GroupLineProps {
  project: string;
  group: AlertGroup;
  /** Came into its state since the reader looked last. */
  isNew?: boolean;
}

export function GroupLine({ project, group, isNew = false }: GroupLineProps) {
  const { lead } = group;
  const moved = movedText(group);
  return (
    <div className={styles.line}>
      <div className={styles.first}>
        <Link
          to="/p/$project/changes/$change"
          params={{ project, change: String(lead.id) }}
          className={styles.open}
        >
          <ChangeEffect change={lead} /> <SeriesName label={lead.series} />
        </Link>
        {moved === "" ? null : <span className={styles.moved}>{moved}</span>}
        <Badge tone={stateTone(group)}>{group.state}</Badge>
        {isNew ? <Badge>new</Badge> : null}
      </div>
      <p className={styles.where}>
        since <CommitLink commit={lead.commit} />
        {lead.commit.author === "" ? null : ` by ${lead.commit.author}`}
        {lead.commit.time === null ? null : (
          <>
            , <RelativeTime at={lead.commit.time} />
          </>
        )}
        ; {whereText(group)}; {lead.series.suite} on {placesText(group)}
      </p>
    </div>
  );
}
