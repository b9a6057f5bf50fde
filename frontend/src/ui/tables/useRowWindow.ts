/** Which rows of a long table are drawn: those in view and some around them. */

import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { RowHeights } from "./rowHeights";

const USUAL_HEIGHT = 30;
const ASSUMED_VIEW = 600;
/** Rows are drawn ahead in steps, so that most frames of scrolling draw nothing again. */
const STEP = 8;
const AHEAD = 12;

interface Range {
  first: number;
  last: number;
}

/** Rows [first, last) are drawn; `before` and `after` are the heights of what is left out. */
export function useRowWindow(count: number, isActive: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const heights = useRef<RowHeights>(null);
  heights.current ??= new RowHeights(count, USUAL_HEIGHT);
  const rows = heights.current;
  rows.resize(count);
  const [wanted, setRange] = useState<Range>(() => rangeIn(rows, count, null));
  const [, redraw] = useState(0);
  const range = isActive ? within(wanted, count) : { first: 0, last: count };

  const look = useCallback(() => {
    if (!isActive) return;
    const next = rangeIn(rows, count, box.current);
    setRange((now) => (isSame(now, next) ? now : next));
  }, [isActive, rows, count]);

  /** After rows were measured: which rows are drawn decides how wide columns and how high rows are. */
  const settle = useCallback(() => {
    const next = rangeIn(rows, count, box.current);
    setRange((now) => {
      const grown = grownTo(now, next);
      return isSame(now, grown) ? now : grown;
    });
  }, [rows, count]);

  useLayoutEffect(() => {
    if (!isActive || body.current === null) return;
    if (rows.measure(range.first, drawnHeights(body.current))) redraw((times) => times + 1);
    settle();
  });
  useLayoutEffect(() => {
    const watched = box.current;
    if (!isActive || watched === null) return;
    let width = watched.clientWidth;
    const observer = new ResizeObserver(() => {
      if (watched.clientWidth !== width) rows.forget();
      width = watched.clientWidth;
      redraw((times) => times + 1);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [isActive, rows]);

  /** Scrolls a row into view, below the head that stays in place. */
  const reveal = useCallback(
    (index: number) => {
      const view = box.current;
      if (!isActive || view === null) return;
      const room = view.clientHeight - headHeight(view);
      const top = rows.topOf(index);
      const bottom = rows.topOf(index + 1);
      if (top < view.scrollTop) view.scrollTop = top;
      else if (bottom > view.scrollTop + room) view.scrollTop = bottom - room;
      look();
    },
    [isActive, rows, look],
  );

  return {
    box,
    body,
    isActive,
    ...range,
    before: isActive ? rows.topOf(range.first) : 0,
    after: isActive ? rows.topOf(count) - rows.topOf(range.last) : 0,
    onScroll: look,
    reveal,
  };
}

function isSame(one: Range, other: Range): boolean {
  return one.first === other.first && one.last === other.last;
}

/** A range that only grows comes to rest, where two that measure differently would take turns. */
function grownTo(now: Range, next: Range): Range {
  const areApart = next.first > now.last || next.last < now.first;
  if (areApart) return next;
  return { first: Math.min(now.first, next.first), last: Math.max(now.last, next.last) };
}

function within({ first, last }: Range, count: number): Range {
  return { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(last, count) };
}

function rangeIn(rows: RowHeights, count: number, box: HTMLDivElement | null): Range {
  const top = box?.scrollTop ?? 0;
  const height = box?.clientHeight || ASSUMED_VIEW;
  const first = rows.rowAt(top) - AHEAD;
  const last = rows.rowAt(top + height) + 1 + AHEAD;
  return {
    first: Math.max(0, Math.floor(first / STEP) * STEP),
    last: Math.min(count, Math.ceil(last / STEP) * STEP),
  };
}

function drawnHeights(body: HTMLElement): number[] {
  return [...body.children]
    .filter((row) => !row.hasAttribute("data-filler"))
    .map((row) => row.getBoundingClientRect().height);
}

function headHeight(box: HTMLElement): number {
  return box.querySelector("thead")?.offsetHeight ?? 0;
}
