/** Which rows of a long table are in view. */

import { useCallback, useState } from "react";

const ROW_HEIGHT = 30;
const OVERSCAN = 12;
const ASSUMED_HEIGHT = 600;

/** Rows [first, last) are drawn; `before` and `after` are the heights of what is left out. */
export function useRowWindow(count: number, isActive: boolean) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [top, setTop] = useState(0);
  const onScroll = useCallback(() => {
    if (isActive && box !== null) setTop(box.scrollTop);
  }, [isActive, box]);
  if (!isActive) {
    return { ref: setBox, onScroll, isActive, first: 0, last: count, before: 0, after: 0 };
  }
  const visible = Math.ceil((box?.clientHeight || ASSUMED_HEIGHT) / ROW_HEIGHT);
  const first = Math.max(0, Math.min(Math.floor(top / ROW_HEIGHT), count - visible) - OVERSCAN);
  const last = Math.min(count, first + visible + 2 * OVERSCAN);
  return {
    ref: setBox,
    onScroll,
    isActive,
    first,
    last,
    before: first * ROW_HEIGHT,
    after: (count - last) * ROW_HEIGHT,
  };
}
