/** The left rail: the pages of a project; a bar at the bottom on phones. */

import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "./icons";
import styles from "./Layout.module.css";

interface Place {
  to:
    | "/p/$project"
    | "/p/$project/changes"
    | "/p/$project/explore"
    | "/p/$project/compare"
    | "/p/$project/sweeps"
    | "/p/$project/runs"
    | "/p/$project/machines"
    | "/p/$project/import"
    | "/p/$project/settings";
  name: string;
  icon: IconName;
  isExact?: boolean;
}

const PLACES: readonly Place[] = [
  { to: "/p/$project", name: "Overview", icon: "overview", isExact: true },
  { to: "/p/$project/changes", name: "Changes", icon: "changes" },
  { to: "/p/$project/explore", name: "Explore", icon: "explore" },
  { to: "/p/$project/compare", name: "Compare", icon: "compare" },
  { to: "/p/$project/sweeps", name: "Sweeps", icon: "sweeps" },
  { to: "/p/$project/runs", name: "Runs", icon: "runs" },
  { to: "/p/$project/machines", name: "Machines", icon: "machines" },
  { to: "/p/$project/import", name: "Import", icon: "import" },
  { to: "/p/$project/settings", name: "Settings", icon: "settings" },
];

export function Rail({ project }: { project: string }) {
  return (
    <nav className={styles.rail} aria-label="Pages">
      {PLACES.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          params={{ project }}
          className={styles.place}
          activeProps={{ className: styles.current ?? "" }}
          activeOptions={{ exact: place.isExact ?? false, includeSearch: false }}
        >
          <Icon name={place.icon} />
          <span>{place.name}</span>
        </Link>
      ))}
    </nav>
  );
}
