/** The left rail: the pages of a project; a bar at the bottom on phones. */

import { Link } from "@tanstack/react-router";
import { Icon } from "./icons";
import styles from "./Layout.module.css";
import { PLACES } from "./places";

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
