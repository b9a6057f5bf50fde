/** Walking rows by j and k: the link of the next or last row gets the focus, so Enter opens it. */

/** Alert groups only: what opens within one has rows of its own. */
const ROW = "[data-cause]";

/** The row that holds the focus, by what it is known by. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>(ROW);
  return row?.dataset.cause ?? null;
}

/** Moves the focus by so many rows; without any it goes to the first. */
export function moveFocus(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by));
  rows[next]?.querySelector<HTMLElement>("a")?.focus();
}
