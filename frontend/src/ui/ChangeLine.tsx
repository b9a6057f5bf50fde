/** A change point in one line: effect with interval, since which commit, on how many points. */

import type { ChangePoint } from "@/api/types";
import { Badge, type Tone } from "./Badge";
import styles from "./ChangeLine.module.css";
import { CommitLink } from "./CommitLink";
import { basisText, causeText, isOpen } from "./changeWords";
import { RelativeTime } from "./RelativeTime";
import { VerdictText } from "./VerdictText";

interface ChangeLineProps {
  change: ChangePoint;
  /** Without the sentence on the cause, where room is short. */
  isShort?: boolean;
}

export function ChangeLine({ change, isShort = false }: ChangeLineProps) {
  const { series } = change;
  return (
    <div className={styles.line}>
      <div className={styles.first}>
        <VerdictText
          effect={change}
          quantity={{ unit: series.unit, direction: series.direction, metric: series.metric }}
          verdict={change.verdict}
          isUnresolved={!isOpen(change)}
        />
        <span>since</span>
        <CommitLink commit={change.commit} />
        <ChangeStateBadge change={change} />
      </div>
      <p className={styles.basis}>
        {basisText(change)}.{isShort ? null : ` ${causeText(change)}`}{" "}
        {change.commit.time === null ? null : <RelativeTime at={change.commit.time} />}
      </p>
    </div>
  );
}

/** The state as a word; environment events in their own colour. */
function ChangeStateBadge({ change }: { change: ChangePoint }) {
  const tone: Tone = change.kind === "environment" ? "environment" : "plain";
  return <Badge tone={tone}>{change.kind === "environment" ? "environment" : change.state}</Badge>;
}
