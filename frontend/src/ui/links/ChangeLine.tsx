/** A change point in one line: effect with interval, since which commit, on how many points. */

import type { ChangePoint } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { ChangeEffect } from "@/ui/words/ChangeEffect";
import {
  basisText,
  causeText,
  differencesText,
  isEnvironment,
  machinesText,
  pauseOfChange,
  pauseText,
} from "@/ui/words/changeWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./ChangeLine.module.css";
import { CommitLink } from "./CommitLink";

interface ChangeLineProps {
  change: ChangePoint;
  /** Without the sentence on the cause, where room is short. */
  isShort?: boolean;
}

export function ChangeLine({ change, isShort = false }: ChangeLineProps) {
  const pause = pauseOfChange(change);
  return (
    <div className={styles.line}>
      <div className={styles.first}>
        <ChangeEffect change={change} />
        <span>since</span>
        <CommitLink commit={change.commit} />
        {pause === null ? null : <span>or {pauseText(pause)}</span>}
        {isEnvironment(change) ? null : <Badge>{change.state}</Badge>}
      </div>
      <p className={styles.basis}>
        {sentenceOf(basisText(change))}.{isShort ? null : ` ${whyText(change)}`}{" "}
        {change.commit.time === null ? null : <RelativeTime at={change.commit.time} />}
      </p>
    </div>
  );
}

function sentenceOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function whyText(change: ChangePoint): string {
  return [causeText(change), differencesText(change), machinesText(change)]
    .filter(Boolean)
    .join(" ");
}
