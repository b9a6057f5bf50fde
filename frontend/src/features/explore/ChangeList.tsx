/** Change points of the shown series, in words, newest first. */

import { useMemo } from "react";
import type { ChangePoint, History } from "@/api/types";
import { Button } from "@/ui/Button";
import { ChangeLine } from "@/ui/ChangeLine";
import { Section } from "@/ui/Page";
import { SeriesName } from "@/ui/SeriesName";
import styles from "./Explore.module.css";
import { changesShown, countOf, zoomAround } from "./exploreModel";
import type { ChangeExplore, ExploreState } from "./exploreUrl";
import { type FocusSeries, focusHandlers } from "./focus";
import { lineColours } from "./panelModel";

interface ChangeListProps {
  history: History;
  state: ExploreState;
  onFocusSeries: FocusSeries;
  onChange: ChangeExplore;
}

export function ChangeList({ history, state, onFocusSeries, onChange }: ChangeListProps) {
  const { hidden, zoom, series, layout, scale, split } = state;
  const changes = useMemo(() => changesShown(history, { hidden, zoom }), [history, hidden, zoom]);
  const all = useMemo(
    () => changesShown(history, { hidden, zoom: null }).length,
    [history, hidden],
  );
  const colours = useMemo(
    () => lineColours(history, { layout, scale, split }),
    [history, layout, scale, split],
  );
  const show = (change: ChangePoint) =>
    onChange({
      zoom: zoomAround(history.commits, change.commit.id) ?? zoom,
      points: [{ series: change.series.id, commit: change.commit.id }],
    });
  return (
    <Section title="Changes" aside={asideText(changes.length, all, zoom !== null)}>
      {changes.length === 0 ? (
        <p className={styles.quiet}>
          {all === 0 ? "No change point in these series." : "No change point in this range."}
        </p>
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change.id} {...focusHandlers(onFocusSeries, change.series.id)}>
              <span
                className={styles.swatch}
                style={{ background: colours.get(change.series.id) }}
                aria-hidden="true"
              />
              <div className={styles.change}>
                <ChangeLine change={change} />
                {series.length > 1 ? (
                  <span className={styles.quiet}>
                    <SeriesName label={change.series} />
                  </span>
                ) : null}
              </div>
              <Button kind="quiet" onClick={() => show(change)}>
                Show
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function asideText(shown: number, all: number, isZoomed: boolean): string {
  if (all === 0) return "";
  if (!isZoomed) return countOf(all, "change point", "change points");
  return `${shown} of ${countOf(all, "change point", "change points")} in this range`;
}
