/** The pages of a project in the order of the rail, and the keys that go there. */

import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { addShortcut } from "@/ui/shortcuts";
import type { IconName } from "./icons";

interface Place {
  to:
    | "/p/$project"
    | "/p/$project/changes"
    | "/p/$project/explore"
    | "/p/$project/compare"
    | "/p/$project/sweeps"
    | "/p/$project/splits"
    | "/p/$project/ladders"
    | "/p/$project/runs"
    | "/p/$project/machines"
    | "/p/$project/views"
    | "/p/$project/import"
    | "/p/$project/settings";
  name: string;
  icon: IconName;
  /** Pressed after g. */
  key: string;
  isExact?: boolean;
}

export const PLACES: readonly Place[] = [
  { to: "/p/$project", name: "Overview", icon: "overview", key: "o", isExact: true },
  { to: "/p/$project/changes", name: "Changes", icon: "changes", key: "c" },
  { to: "/p/$project/explore", name: "Explore", icon: "explore", key: "e" },
  { to: "/p/$project/compare", name: "Compare", icon: "compare", key: "d" },
  { to: "/p/$project/sweeps", name: "Sweeps", icon: "sweeps", key: "w" },
  { to: "/p/$project/splits", name: "Splits", icon: "splits", key: "s" },
  { to: "/p/$project/ladders", name: "Ladders", icon: "ladders", key: "l" },
  { to: "/p/$project/machines", name: "Machines", icon: "machines", key: "m" },
  { to: "/p/$project/runs", name: "Runs", icon: "runs", key: "r" },
  { to: "/p/$project/views", name: "Views", icon: "views", key: "v" },
  { to: "/p/$project/import", name: "Import", icon: "import", key: "i" },
  { to: "/p/$project/settings", name: "Settings", icon: "settings", key: "," },
];

/** `g` and a letter goes to a page. */
export function useGoTo(project: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const removals = PLACES.map(({ to, name, key }) =>
      addShortcut({
        keys: `g ${key}`,
        label: `Go to ${name}`,
        group: "Pages",
        run: { current: () => void navigate({ to, params: { project } }) },
      }),
    );
    return () => {
      for (const remove of removals) remove();
    };
  }, [navigate, project]);
}
