/** One word on many causes: what is chosen, and what can be said of all of it. */

import type { ChangeGroup } from "@/api/types";
import { Button } from "@/ui/Button";
import { counted } from "@/ui/countWords";
import { ErrorState } from "@/ui/ErrorState";
import styles from "./Changes.module.css";
import { changesIn, type Judgement, judgementsIn } from "./changesModel";

interface BulkBarProps {
  groups: readonly ChangeGroup[];
  chosen: ReadonlySet<number>;
  failure: unknown;
  onSay: (judgement: Judgement) => void;
  onChooseAll: () => void;
  onClear: () => void;
}

const SAID: readonly [Judgement, string][] = [
  ["acknowledged", "Acknowledge"],
  ["unacknowledged", "Take out of hand"],
  ["rejected", "Not a change"],
  ["reopened", "Open again"],
];

export function BulkBar({ groups, chosen, failure, onSay, onChooseAll, onClear }: BulkBarProps) {
  const changes = changesIn(groups, chosen).length;
  const isNone = chosen.size === 0;
  const sensible = judgementsIn(groups, chosen);
  return (
    <>
      <div className={styles.bulk} role="toolbar" aria-label="Judge the chosen causes">
        <Button kind="quiet" onClick={isNone ? onChooseAll : onClear}>
          {isNone ? "Choose all" : "Choose none"}
        </Button>
        <span className={styles.tally} aria-live="polite">
          {isNone
            ? "none chosen"
            : `${counted(chosen.size, "cause", "causes")}, ${counted(changes, "change", "changes")}`}
        </span>
        {SAID.map(([judgement, label]) => (
          <Button
            key={judgement}
            disabled={!sensible.has(judgement)}
            onClick={() => onSay(judgement)}
          >
            {label}
          </Button>
        ))}
        <span className={styles.keys}>
          <kbd>j</kbd> <kbd>k</kbd> walk, <kbd>x</kbd> chooses, <kbd>a</kbd> acknowledges
        </span>
      </div>
      {failure === null || failure === undefined ? null : (
        <ErrorState error={failure} what="The judgement was not stored." />
      )}
    </>
  );
}
