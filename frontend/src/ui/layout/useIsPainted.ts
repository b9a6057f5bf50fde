/** Whether what a page is opened for is on the screen; only then comes what stands around it. */

import { useEffect, useState } from "react";

/** True from the frame after `isReady` was drawn, also where that was known from the start. */
export function useIsPainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  const isDue = isReady && !isPainted;
  useEffect(() => {
    if (!isDue) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isDue]);
  return isPainted;
}
