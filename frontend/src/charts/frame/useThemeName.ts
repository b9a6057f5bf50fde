/** A name that changes when the theme does, for drawings that read the tokens themselves. */

import { useSyncExternalStore } from "react";

function subscribe(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

function nameNow(): string {
  return document.documentElement.dataset.theme ?? "light";
}

export function useThemeName(): string {
  return useSyncExternalStore(subscribe, nameNow);
}
