/** The chosen series over commits: controls, charts or table, what is left out, export. */

import { useMemo, useState } from "react";
import type { History } from "@/api/types";
import { createCrosshairLink } from "@/charts/crosshairLink";
import { MUTED_COLOUR } from "@/charts/palette";
import type { Reference } from "@/charts/reference";
import { SeriesChart } from "@/charts/SeriesChart";
import { SeriesStrip } from "@/charts/SeriesStrip";
import { WhenSeen } from "@/ui/WhenSeen";
import styles from "./Explore.module.css";
import { omissionNotes, referenceOf, samplingNote } from "./exploreModel";
import { type ChangeExplore, type ExploreState, picking, toggled } from "./exploreUrl";
import { HistoryTable } from "./HistoryTable";
import { HistoryToolbar } from "./HistoryToolbar";
import { headOf, lineColours, type Panel, panelsOf } from "./panelModel";

interface HistoryViewProps {
  /** Of the zoomed range. */
  history: History;
  /** Of the whole range, perhaps coarser. */
  whole: History;
  state: ExploreState;
  /** An answer for another choice, shown until the new one is here. */
  isStale: boolean;
  /** Series that is pointed at somewhere on the page. */
  focused: number | null;
  onChange: ChangeExplore;
}

export function HistoryView({
  history,
  whole,
  state,
  isStale,
  focused,
  onChange,
}: HistoryViewProps) {
  const panels = useMemo(
    () => panelsOf(history, { layout: state.layout, scale: state.scale, split: state.split }),
    [history, state.layout, state.scale, state.split],
  );
  const reference = useMemo(
    () => referenceOf([history, whole], { reference: state.reference }),
    [history, whole, state.reference],
  );
  const note = samplingNote(history);
  return (
    <section className={styles.view} aria-label="History" aria-busy={isStale}>
      <HistoryToolbar
        history={history}
        whole={whole}
        state={state}
        hasSave={state.view === "table" || panels.length > 1}
        onChange={onChange}
      />
      {state.view === "table" ? (
        <HistoryTable history={history} state={state} onChange={onChange} />
      ) : (
        <Panels
          panels={panels}
          history={history}
          whole={whole}
          reference={reference}
          state={state}
          focused={focused}
          onChange={onChange}
        />
      )}
      <div className={styles.notes}>
        {note === null || state.view === "chart" ? null : <p>{note}</p>}
        {omissionNotes(history, state).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

interface PanelsProps {
  panels: Panel[];
  history: History;
  whole: History;
  reference: Reference | null;
  state: ExploreState;
  focused: number | null;
  onChange: ChangeExplore;
}

/** Charts beyond these are drawn when they come into view. */
const AT_ONCE = 4;

function Panels({ panels, history, whole, reference, state, focused, onChange }: PanelsProps) {
  const { hidden, layout, scale, split } = state;
  const own = useMemo(
    () => lineColours(history, { layout, scale, split }),
    [history, layout, scale, split],
  );
  const colours = useMemo(() => withFocus(own, focused), [own, focused]);
  const hiddenSet = useMemo(() => new Set(hidden), [hidden]);
  const [link] = useState(createCrosshairLink);
  if (history.commits.id.length === 0)
    return <p className={styles.quiet}>No results in this range.</p>;
  const height = panels.length > 2 ? 240 : 340;
  return (
    <>
      <div className={panels.length > 1 ? styles.multiples : undefined}>
        {panels.map((panel, index) => (
          <WhenSeen key={panel.key} isAtOnce={index < AT_ONCE} height={height + 60}>
            <SeriesChart
              subject={headOf(panel)}
              commits={history.commits}
              series={panel.series}
              colours={colours}
              names={panel.names}
              x={state.axis}
              y={state.scale}
              reference={reference}
              link={link}
              window={state.zoom}
              onWindow={(zoom) => onChange({ zoom })}
              selected={state.points[0] ?? null}
              compared={state.points[1] ?? null}
              onSelect={(point) =>
                onChange({ points: point === null ? [] : picking(state.points, point) })
              }
              focused={panel.series.some((one) => one.series.id === focused) ? focused : null}
              hasTools={false}
              hidden={hiddenSet}
              onToggle={(id) => onChange({ hidden: toggled(hidden, id) })}
              height={height}
            />
          </WhenSeen>
        ))}
      </div>
      <SeriesStrip
        commits={whole.commits}
        series={whole.series}
        colours={colours}
        x={state.axis}
        window={state.zoom}
        onWindow={(zoom) => onChange({ zoom })}
      />
    </>
  );
}

/** Series without a colour of their own borrow one while they are pointed at. */
function withFocus(colours: Map<number, string>, focused: number | null): Map<number, string> {
  if (focused === null || colours.get(focused) !== MUTED_COLOUR) return colours;
  return new Map([...colours, [focused, "var(--accent)"]]);
}
