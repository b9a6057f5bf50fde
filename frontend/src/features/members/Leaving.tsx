/** Something that ends in ten seconds unless it is taken back. */

import { Button } from "@/ui/controls/Button";
import { UNDO_S, type useDelayed } from "@/ui/feedback/useDelayed";
import styles from "./Members.module.css";

interface LeavingProps {
  id: number;
  /** What is done: "Remove". */
  verb: string;
  /** What is done to whom, for screen readers. */
  label: string;
  /** What then is: "removed". */
  past: string;
  delayed: ReturnType<typeof useDelayed>;
}

export function Leaving({ id, verb, label, past, delayed }: LeavingProps) {
  if (delayed.waiting.has(id)) {
    return (
      <span className={styles.actions} role="status">
        {past} in {UNDO_S} s <Button onClick={() => delayed.undo(id)}>Undo</Button>
      </span>
    );
  }
  return (
    <Button kind="danger" aria-label={label} onClick={() => delayed.start(id)}>
      {verb}
    </Button>
  );
}
