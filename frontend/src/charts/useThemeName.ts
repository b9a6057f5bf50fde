/** A name that changes when the theme does, for drawings that read the tokens themselves. */

import { useSyncExternalStore } from "react";

const DARK = "(prefers-color-scheme: dark)";

function subscribe(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const media = globalThis.matchMedia?.(DARK);
  media?.addEventListener("change", tell);
  return () => {
    observer.disconnect();
    media?.removeEventListener("change", tell);
  };
}

function nameNow(): string {
  const system = globalThis.matchMedia?.(DARK).matches ? "dark" : "light";
  return document.documentElement.dataset.theme ?? system;
}

export function useThemeName(): string {
  return useSyncExternalStore(subscribe, nameNow);
}
