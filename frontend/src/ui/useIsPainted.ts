/** Whether what a page is opened for is on the screen; only then comes what stands around it. */

import { useEffect, useState } from "react";

/** True at once where there is nothing to wait for, else from the frame after `isReady` was drawn. */
export function useIsPainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(isReady);
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
