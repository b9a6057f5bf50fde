/** What can still be taken back: each for ten seconds, wherever the person has gone meanwhile. */

interface Undoable {
  /** What was done: "Split accepted". */
  label: string;
  /** Takes it back. */
  undo: () => Promise<unknown> | unknown;
}

export interface Undone extends Undoable {
  id: number;
  state: "waiting" | "undoing" | "failed";
}

const UNDO_MS = 10_000;

let all: readonly Undone[] = [];
let newest = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function keep(next: readonly Undone[]) {
  all = next;
  for (const listener of listeners) listener();
}

function turn(id: number, state: Undone["state"]) {
  keep(all.map((one) => (one.id === id ? { ...one, state } : one)));
}

function startTimer(id: number) {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => drop(id), UNDO_MS),
  );
}

export function offerUndo(action: Undoable): void {
  newest += 1;
  keep([...all, { ...action, id: newest, state: "waiting" }]);
  startTimer(newest);
}

export function drop(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  keep(all.filter((one) => one.id !== id));
}

/** While somebody points at the bar or stands in it, nothing runs out. */
export function holdAll(isHeld: boolean): void {
  for (const { id, state } of all) {
    if (isHeld) clearTimeout(timers.get(id));
    else if (state !== "undoing") startTimer(id);
  }
}

export async function takeBack(id: number): Promise<void> {
  const action = all.find((one) => one.id === id);
  if (action === undefined || action.state === "undoing") return;
  clearTimeout(timers.get(id));
  turn(id, "undoing");
  try {
    await action.undo();
    drop(id);
  } catch {
    turn(id, "failed");
    startTimer(id);
  }
}

export const undoStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => all,
};
