/** Light, dark, or as the system says; the choice is kept in this browser, theme.js keeps to it. */

import { useCallback, useState } from "react";

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "tidemark.theme";

function read(): Theme {
  const found = globalThis.localStorage?.getItem(KEY);
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
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    apply(next);
    setTheme(next);
  }, []);
  return [theme, choose];
}
