/** One word on many alert groups: what is chosen, and what can be said of all of it. */

import type { AlertGroup } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { counted } from "@/ui/words/countWords";
import styles from "./Changes.module.css";
import { changesOf, SAID, type SaidState, statesFor } from "./changesModel";

interface BulkBarProps {
  chosen: readonly AlertGroup[];
  failure: unknown;
  onSay: (state: SaidState) => void;
  onChooseAll: () => void;
  onClear: () => void;
}

export const SAY: Record<SaidState, string> = {
  acknowledged: "Acknowledge",
  accepted: "Accept",
  fixed: "Mark as fixed",
  invalid: "Not a change",
  open: "Open again",
};

export function BulkBar({ chosen, failure, onSay, onChooseAll, onClear }: BulkBarProps) {
  const isNone = chosen.length === 0;
  const sensible = statesFor(chosen);
  return (
    <>
      <div className={styles.bulk} role="toolbar" aria-label="Judge the chosen alert groups">
        <Button kind="quiet" onClick={isNone ? onChooseAll : onClear}>
          {isNone ? "Choose all" : "Choose none"}
        </Button>
        <span className={styles.tally} aria-live="polite">
          {isNone
            ? "none chosen"
            : `${counted(chosen.length, "alert group", "alert groups")}, ${counted(changesOf(chosen), "change", "changes")}`}
        </span>
        {SAID.map((state) => (
          <Button key={state} disabled={!sensible.has(state)} onClick={() => onSay(state)}>
            {SAY[state]}
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
