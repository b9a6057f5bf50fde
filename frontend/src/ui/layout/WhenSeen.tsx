/** Keeps room for what is far below and makes it when it comes into view; then it stays. */

import { type ReactNode, useEffect, useState } from "react";

interface WhenSeenProps {
  /** Of what will be there, in pixels. */
  height: number;
  /** It is on the first screen: made without waiting. */
  isAtOnce?: boolean;
  children: ReactNode;
}

const AHEAD = "300px";

export function WhenSeen({ height, isAtOnce = false, children }: WhenSeenProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isSeen, setIsSeen] = useState(isAtOnce || globalThis.IntersectionObserver === undefined);
  useEffect(() => {
    if (element === null || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return (
    <div ref={setElement} style={isSeen ? undefined : { height }}>
      {isSeen ? children : null}
    </div>
  );
}
