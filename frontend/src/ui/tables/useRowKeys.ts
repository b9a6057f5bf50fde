/** Rows by keyboard: arrows, Page, Home and End move; Enter opens, as a click would. */

import { type KeyboardEvent, useState } from "react";

interface View {
  body: { current: HTMLElement | null };
  first: number;
  last: number;
  reveal: (index: number) => void;
}

const PAGE = 10;

function moved(key: string, from: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE,
    PageUp: from - PAGE,
    Home: 0,
    End: count - 1,
  };
  const wanted = steps[key];
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}

/** One row of the table takes part in tabbing; from there arrows move. */
export function useRowKeys(count: number, view: View) {
  const [current, setCurrent] = useState(0);
  const drawn = Math.max(view.first, Math.min(current, view.last - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target;
    if (!(row instanceof HTMLTableRowElement)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      row.click();
      return;
    }
    const next = moved(event.key, Number(row.dataset.row), count);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    view.reveal(next);
    // Rows out of view are drawn first.
    requestAnimationFrame(() => {
      view.body.current
        ?.querySelector<HTMLElement>(`[data-row="${next}"]`)
        ?.focus({ preventScroll: view.last - view.first < count });
    });
  };
  return { onKeyDown, tabIndexOf: (index: number) => (index === drawn ? 0 : -1) };
}
