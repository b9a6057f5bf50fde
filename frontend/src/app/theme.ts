/** Light, dark, or as the system says; the choice is kept in this browser. */

import { useCallback, useState } from "react";

export type Theme = "system" | "light" | "dark";
const KEY = "tidemark.theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function read(): Theme {
  const found = globalThis.localStorage?.getItem(KEY);
  return found === "light" || found === "dark" ? found : "system";
}

function apply(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme() {
  const [theme, setTheme] = useState(read);
  const turn = useCallback(() => {
    const next = NEXT[theme];
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    apply(next);
    setTheme(next);
  }, [theme]);
  return { theme, turn };
}
