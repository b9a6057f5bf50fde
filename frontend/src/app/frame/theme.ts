/** Light, dark, or as the system says; the choice is kept in this browser, theme.js keeps to it. */

import { useCallback, useState } from "react";
import { browserStore } from "@/ui/url/browserStore";

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "tidemark.theme";

function read(): Theme {
  const found = browserStore("localStorage")?.getItem(KEY);
  return found === "light" || found === "dark" ? found : "system";
}

function apply(theme: Theme) {
  const isDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches;
  const ofSystem = isDark ? "dark" : "light";
  document.documentElement.dataset.theme = theme === "system" ? ofSystem : theme;
}

export function useTheme(): [Theme, (next: Theme) => void] {
  const [theme, setTheme] = useState(read);
  const choose = useCallback((next: Theme) => {
    const store = browserStore("localStorage");
    if (next === "system") store?.removeItem(KEY);
    else store?.setItem(KEY, next);
    apply(next);
    setTheme(next);
  }, []);
  return [theme, choose];
}
