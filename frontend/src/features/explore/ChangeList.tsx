/** Change points of the shown series, in words, newest first. */

import { useMemo } from "react";
import type { ChangePoint, History } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Section } from "@/ui/layout/Page";
import { ChangeLine } from "@/ui/links/ChangeLine";
import { SeriesName } from "@/ui/links/SeriesName";
import styles from "./Explore.module.css";
import { changesShown, countOf, zoomAround } from "./exploreModel";
import type { ChangeExplore, ExploreState } from "./exploreUrl";
import { type FocusSeries, focusHandlers } from "./focus";
import { lineColours, whereText } from "./history/panelModel";
import { lineId, MEDIAN } from "./lines";

interface ChangeListProps {
  history: History;
  /** What is drawn: the same, or lines of percentiles. */
  drawn: History;
  state: ExploreState;
  onFocusSeries: FocusSeries;
  onChange: ChangeExplore;
}

export function ChangeList({ history, drawn, state, onFocusSeries, onChange }: ChangeListProps) {
  const { hidden, zoom, series, layout, scale, split } = state;
  const changes = useMemo(() => changesShown(history, { hidden, zoom }), [history, hidden, zoom]);
  const all = useMemo(
    () => changesShown(history, { hidden, zoom: null }).length,
    [history, hidden],
  );
  const colours = useMemo(
    () => lineColours(drawn, { layout, scale, split }),
    [drawn, layout, scale, split],
  );
  const labels = useMemo(() => history.series.map((one) => one.series), [history]);
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
                style={{ background: colourOf(colours, change.series.id) }}
                aria-hidden="true"
              />
              <div className={styles.change}>
                <ChangeLine change={change} />
                {series.length > 1 ? (
                  <span className={styles.quiet}>
                    <SeriesName label={change.series} />
                    {whereText(change.series, labels)}
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

/** That of the series, or of its median where percentiles are drawn. */
function colourOf(colours: ReadonlyMap<number, string>, series: number): string | undefined {
  return colours.get(series) ?? colours.get(lineId(series, MEDIAN));
}

function asideText(shown: number, all: number, isZoomed: boolean): string {
  if (all === 0) return "";
  if (!isZoomed) return countOf(all, "change point", "change points");
  return `${shown} of ${countOf(all, "change point", "change points")} in this range`;
}
