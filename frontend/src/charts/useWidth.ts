/** Width of an element, followed as it changes. */

import { useLayoutEffect, useState } from "react";

const ASSUMED = 800;

export function useWidth() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(ASSUMED);
  // before the first frame: what is drawn in the assumed width is never on screen
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => setWidth(Math.max(240, Math.floor(element.clientWidth)) || ASSUMED);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.clientWidth > 0) measure();
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width] as const;
}
