/** The left rail: the pages of a project; on phones a bar of the first of them and a sheet of all. */

import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Place, usePlace, usePlaces } from "@/app/places";
import { Dialog } from "@/ui/layout/Dialog";
import { listOf, type RawSearch } from "@/ui/url/urlState";
import { Icon } from "./icons";
import styles from "./Layout.module.css";

export function Rail({ project }: { project: string }) {
  const places = usePlaces();
  return (
    <nav className={styles.rail} aria-label="Pages">
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} project={project} />
      ))}
      <HelpLink />
      <More project={project} />
    </nav>
  );
}

interface PlaceLinkProps {
  place: Place;
  project: string;
  onClick?: () => void;
}

function PlaceLink({ place, project, onClick }: PlaceLinkProps) {
  const raw = useSearch({ strict: false }) as RawSearch;
  const search = place.hasBranches ? { branch: listOf(raw, "branch") } : {};
  return (
    <Link
      to={place.to}
      params={{ project }}
      search={search as never}
      className={styles.place}
      data-further={place.isFurther}
      data-bar={place.isInBar}
      activeProps={{ className: styles.current ?? "" }}
      activeOptions={{ exact: place.isExact ?? false, includeSearch: false }}
      onClick={onClick}
    >
      <Icon name={place.icon} />
      <span>{place.name}</span>
    </Link>
  );
}

function HelpLink({ onClick }: { onClick?: () => void }) {
  return (
    <Link
      to="/help/$document"
      params={{ document: "methodology" }}
      className={styles.place}
      onClick={onClick}
    >
      <Icon name="help" />
      <span>Help</span>
    </Link>
  );
}

/** On phones: every page that has no place in the bar. */
function More({ project }: { project: string }) {
  const [isOpen, setOpen] = useState(false);
  const place = usePlace(project);
  const places = usePlaces();
  const isWithin = place !== undefined && !place.isInBar;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={isWithin ? `${styles.place} ${styles.current}` : styles.place}
        data-more
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
        <span>More</span>
      </button>
      <Dialog title="More pages" isOpen={isOpen} onClose={close}>
        <div className={styles.sheet}>
          {places
            .filter((other) => !other.isInBar)
            .map((other) => (
              <PlaceLink key={other.to} place={other} project={project} onClick={close} />
            ))}
          <HelpLink onClick={close} />
        </div>
      </Dialog>
    </>
  );
}
