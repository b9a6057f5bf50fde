/** Whether the window is as narrow as a phone's: filters are folded away there. */

import { useEffect, useState } from "react";

const NARROW = "(max-width: 860px)";

export function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(() => globalThis.matchMedia?.(NARROW).matches ?? false);
  useEffect(() => {
    const media = globalThis.matchMedia?.(NARROW);
    const update = () => setIsNarrow(media?.matches ?? false);
    media?.addEventListener("change", update);
    return () => media?.removeEventListener("change", update);
  }, []);
  return isNarrow;
}
