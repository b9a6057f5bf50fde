/** The chosen series as charts: one for each unit and direction, or for each value of a facet. */

import { useMemo, useState } from "react";
import type { History } from "@/api/types";
import { MUTED_COLOUR } from "@/charts/frame/palette";
import { createCrosshairLink } from "@/charts/series/crosshairLink";
import { SeriesChart } from "@/charts/series/SeriesChart";
import { SeriesStrip } from "@/charts/series/SeriesStrip";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import styles from "../Explore.module.css";
import { referenceOf } from "../exploreModel";
import { type ChangeExplore, type ExploreState, picking, toggled } from "../exploreUrl";
import { alikeOf, headOf, lineColours, type Panel, panelsOf } from "./panelModel";

/** Which lines share a chart, as the state asks for it. */
export function usePanels(history: History, { layout, scale, split }: ExploreState): Panel[] {
  return useMemo(
    () => panelsOf(history, { layout, scale, split }),
    [history, layout, scale, split],
  );
}

interface PanelsProps {
  panels: Panel[];
  /** Of the zoomed range. */
  history: History;
  /** Of the whole range, perhaps coarser. */
  whole: History;
  state: ExploreState;
  /** Series that is pointed at somewhere on the page. */
  focused: number | null;
  /** With the strip of the whole range below, to zoom by. */
  hasStrip: boolean;
  onChange: ChangeExplore;
}

/** Charts beyond these are drawn when they come into view. */
const AT_ONCE = 4;

export function Panels(props: PanelsProps) {
  const { panels, history, whole, state, focused, hasStrip, onChange } = props;
  const { hidden, layout, scale, split } = state;
  const reference = useMemo(
    () => referenceOf([history, whole], { reference: state.reference }),
    [history, whole, state.reference],
  );
  const own = useMemo(
    () => lineColours(history, { layout, scale, split }),
    [history, layout, scale, split],
  );
  const colours = useMemo(() => withFocus(own, focused), [own, focused]);
  const hiddenSet = useMemo(() => new Set(hidden), [hidden]);
  const alike = useMemo(
    () => (state.hasSameScale ? alikeOf(panels, scale) : null),
    [panels, scale, state.hasSameScale],
  );
  const [link] = useState(createCrosshairLink);
  const strip =
    hasStrip && whole.commits.id.length > 0 ? (
      <SeriesStrip
        commits={whole.commits}
        series={whole.series}
        colours={colours}
        x={state.axis}
        window={state.zoom}
        onWindow={(zoom) => onChange({ zoom })}
      />
    ) : null;
  if (history.commits.id.length === 0) {
    return (
      <>
        <p className={styles.quiet}>No results in this range.</p>
        {strip}
      </>
    );
  }
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
              beside={alike?.get(panel.key)}
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
      {strip}
    </>
  );
}

/** Series without a colour of their own borrow one while they are pointed at. */
function withFocus(colours: Map<number, string>, focused: number | null): Map<number, string> {
  if (focused === null || colours.get(focused) !== MUTED_COLOUR) return colours;
  return new Map([...colours, [focused, "var(--accent)"]]);
}
