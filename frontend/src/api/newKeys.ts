/** Secrets of keys that were just made, by project: shown until the page is left, kept nowhere. */

import { useSyncExternalStore } from "react";

const secrets = new Map<string, string>();
const listeners = new Set<() => void>();

export function keepNewKey(project: string, secret: string): void {
  secrets.set(project, secret);
  for (const listener of listeners) listener();
}

/** The secret of the key that was made for a project on this page; null where none was. */
export function useNewKey(project: string): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => secrets.get(project) ?? null,
  );
}
