/** Charts of the same commits side by side: where one is pointed at, the others show the place too. */

import { useEffect, useSyncExternalStore } from "react";

/** The commit (index in the columns) that one of the charts points at. Charts hear it, the page does not. */
export interface CrosshairLink {
  point: (source: string, at: number | null) => void;
  /** What another chart than this one points at. */
  placeFor: (source: string) => number | null;
  subscribe: (listener: () => void) => () => void;
}

export function createCrosshairLink(): CrosshairLink {
  const listeners = new Set<() => void>();
  let pointed: { source: string; at: number } | null = null;
  return {
    point: (source, at) => {
      if (at === null && pointed?.source !== source) return;
      pointed = at === null ? null : { source, at };
      for (const listener of listeners) listener();
    },
    placeFor: (source) => (pointed === null || pointed.source === source ? null : pointed.at),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const ALONE: Pick<CrosshairLink, "subscribe" | "placeFor"> = {
  subscribe: () => () => undefined,
  placeFor: () => null,
};

/** The commit that another chart points at. */
export function useLinkedPlace(link: CrosshairLink | undefined, source: string): number | null {
  const { subscribe, placeFor } = link ?? ALONE;
  return useSyncExternalStore(subscribe, () => placeFor(source));
}

/** Tells the other charts where this one is pointed at. */
export function useTellPlace(
  link: CrosshairLink | undefined,
  source: string,
  at: number | null,
): void {
  useEffect(() => link?.point(source, at), [link, source, at]);
}
