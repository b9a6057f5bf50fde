/** The left rail: the pages of a project; on phones a bar of the first of them and a sheet of all. */

import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Place, usePlace, usePlaces } from "@/app/places";
import { overviewOptions } from "@/features/overview/overviewEarly";
import { Dialog } from "@/ui/layout/Dialog";
import { usePageIsPainted } from "@/ui/layout/usePageIsPainted";
import { listOf, type RawSearch } from "@/ui/url/urlState";
import { counted } from "@/ui/words/countWords";
import { Icon } from "./icons";
import styles from "./Layout.module.css";

export function Rail({ project }: { project: string }) {
  const places = usePlaces();
  const current = usePlace(project);
  const changes = useOpenChanges(project);
  return (
    <nav className={styles.rail} aria-label="Pages">
      {places.map((place) => (
        <PlaceLink
          key={place.to}
          place={place}
          project={project}
          isCurrent={place === current}
          count={place.name === "Changes" ? changes : 0}
        />
      ))}
      <HelpLink />
      <More project={project} />
    </nav>
  );
}

/**
 * Open changes as their page counts them: by cause, without history; none until the page that is
 * shown has painted, so that it waits for no count.
 */
function useOpenChanges(project: string): number {
  const { data } = useQuery({ ...overviewOptions(project), enabled: usePageIsPainted() });
  return data === undefined ? 0 : data.open.total - data.open.history.groups;
}

interface PlaceLinkProps {
  place: Place;
  project: string;
  /** The shown page is this one or belongs to it. */
  isCurrent: boolean;
  /** Changes that are open there. */
  count?: number;
  onClick?: () => void;
}

function PlaceLink({ place, project, isCurrent, count = 0, onClick }: PlaceLinkProps) {
  const raw = useSearch({ strict: false }) as RawSearch;
  const search = place.hasBranches ? { branch: listOf(raw, "branch") } : {};
  return (
    <Link
      to={place.to}
      params={{ project }}
      search={search as never}
      className={isCurrent ? `${styles.place} ${styles.current}` : styles.place}
      aria-current={isCurrent || undefined}
      data-further={place.isFurther}
      data-bar={place.isInBar}
      activeOptions={{ exact: place.isExact ?? false, includeSearch: false }}
      title={count > 0 ? counted(count, "open change") : undefined}
      onClick={onClick}
    >
      <Icon name={place.icon} />
      <span>{place.name}</span>
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      ) : null}
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
              <PlaceLink
                key={other.to}
                place={other}
                project={project}
                isCurrent={other === place}
                onClick={close}
              />
            ))}
          <HelpLink onClick={close} />
        </div>
      </Dialog>
    </>
  );
}
