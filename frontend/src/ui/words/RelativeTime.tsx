/** A time as "5 min ago" with the absolute one on hover; keeps itself current. */

import { useSyncExternalStore } from "react";
import { absoluteTime, relativeTime } from "@/units/relativeTime";

const TICK_MS = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

interface RelativeTimeProps {
  at: string | null | undefined;
  /** Shown where there is no time. */
  missing?: string;
}

export function RelativeTime({ at, missing = "–" }: RelativeTimeProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  if (at === null || at === undefined) return <span>{missing}</span>;
  const time = new Date(at);
  const reference = new Date(Math.max(current, Date.now() - TICK_MS));
  return (
    <time dateTime={at} title={absoluteTime(time)} style={{ whiteSpace: "nowrap" }}>
      {relativeTime(time, reference)}
    </time>
  );
}
