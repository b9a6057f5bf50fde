/** Whether the first page of a visit is on the screen: what stands around it is asked for then. */

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const SKELETON = "main [role=status]:empty";

/** True once a page has its answer, nothing in it is loading, and two frames have shown that. */
export function usePageIsPainted(): boolean {
  const client = useQueryClient();
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (isPainted) return;
    let shown = 0;
    const look = () => {
      const isThere = document.querySelector("h1") && !document.querySelector(SKELETON);
      shown = isThere && client.isFetching() === 0 ? shown + 1 : 0;
      if (shown > 2) setPainted(true);
      else frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [client, isPainted]);
  return isPainted;
}
