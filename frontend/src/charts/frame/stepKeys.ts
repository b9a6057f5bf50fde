/** The keys of a drawing whose marks are read one after the other. */

import type { KeyboardEvent } from "react";

interface StepKeys {
  /** Forwards by 1, or back by -1. */
  move: (by: number) => void;
  leave: () => void;
  /** Opens what is read. */
  open?: (() => void) | undefined;
}

/** Arrows move, Enter opens, Escape ends reading; every other key is left to the page. */
export function stepKeys({ move, leave, open }: StepKeys) {
  const acts: Record<string, (() => void) | undefined> = {
    ArrowRight: () => move(1),
    ArrowDown: () => move(1),
    ArrowLeft: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: open,
    Escape: leave,
  };
  return (event: KeyboardEvent) => {
    const act = acts[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
  };
}
