/** Width of an element, followed as it changes. */

import { useLayoutEffect, useState } from "react";

/** Where nothing has a width: not shown, or outside a browser. */
const ASSUMED = 800;
const LEAST = 240;

/**
 * Returns the ref of the element, its width, and whether that was measured, which it is before the
 * first frame: what is dear to draw waits for it, since it would be drawn twice.
 */
export function useWidth() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [measured, setMeasured] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () =>
      setMeasured(
        element.clientWidth === 0 ? ASSUMED : Math.max(LEAST, Math.floor(element.clientWidth)),
      );
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return [setElement, measured ?? ASSUMED, measured !== null] as const;
}
