/** Ten seconds to take something back instead of "are you sure": a bar at the foot of every page. */

import { useSyncExternalStore } from "react";
import { Button } from "@/ui/controls/Button";
import { useShortcut } from "@/ui/controls/shortcuts";
import styles from "./Undo.module.css";
import { drop, holdAll, offerUndo, takeBack, type Undone, undoStore } from "./undoStore";

/** `act` after something was done: it tells what, and how it is taken back. */
export function useUndo() {
  return { act: offerUndo };
}

/** Stands once in the application, outside the pages, so that it survives going elsewhere. */
export function UndoBar() {
  const all = useSyncExternalStore(undoStore.subscribe, undoStore.read);
  const last = all.at(-1);
  useShortcut("u", "Undo the last action", () => last && void takeBack(last.id), "Anywhere");
  return (
    <section
      className={styles.place}
      aria-label="Undo"
      aria-live="polite"
      onPointerEnter={() => holdAll(true)}
      onPointerLeave={() => holdAll(false)}
      onFocus={() => holdAll(true)}
      onBlur={() => holdAll(false)}
    >
      {all.map((action) => (
        <Line key={action.id} action={action} />
      ))}
    </section>
  );
}

function Line({ action: { id, label, state } }: { action: Undone }) {
  const isFailed = state === "failed";
  return (
    <div className={styles.line}>
      <span>{isFailed ? `${label}. It could not be undone.` : label}</span>
      <Button onClick={() => void takeBack(id)} disabled={state === "undoing"}>
        {isFailed ? "Try again" : "Undo"}
      </Button>
      <Button kind="quiet" onClick={() => drop(id)} aria-label={`Keep: ${label}`} title="Keep it">
        <span aria-hidden="true">×</span>
      </Button>
    </div>
  );
}
