/** An action that waits, so that a person can take it back; leaving the page carries it out. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";

export const UNDO_S = 10;

export function useDelayed(act: (id: number) => void) {
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const latest = useRef(act);
  latest.current = act;
  const drop = useCallback((id: number) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setWaiting(new Set(timers.current.keys()));
  }, []);
  const start = useCallback(
    (id: number) => {
      const run = () => {
        drop(id);
        latest.current(id);
      };
      timers.current.set(id, setTimeout(run, UNDO_S * 1000));
      setWaiting(new Set(timers.current.keys()));
    },
    [drop],
  );
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const [id, timer] of pending) {
        clearTimeout(timer);
        latest.current(id);
      }
      pending.clear();
    };
  }, []);
  return useMemo(() => ({ waiting, start, undo: drop }), [waiting, start, drop]);
}
