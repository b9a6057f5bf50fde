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
      <div className={styles.bulk} role="toolbar" aria-label="Judge the selected changes">
        <Button kind="quiet" onClick={isNone ? onChooseAll : onClear}>
          {isNone ? "Select all" : "Clear"}
        </Button>
        <span className={styles.tally} aria-live="polite">
          {isNone
            ? "none selected"
            : `${counted(chosen.length, "change", "changes")}, ${counted(changesOf(chosen), "series", "series")}`}
        </span>
        {SAID.map((state) => (
          <Button key={state} disabled={!sensible.has(state)} onClick={() => onSay(state)}>
            {SAY[state]}
          </Button>
        ))}
        <span className={styles.keys}>
          <kbd>j</kbd>/<kbd>k</kbd> move · <kbd>x</kbd> select · <kbd>a</kbd> acknowledge
        </span>
      </div>
      {failure === null || failure === undefined ? null : (
        <ErrorState error={failure} what="The judgement was not stored." />
      )}
    </>
  );
}
