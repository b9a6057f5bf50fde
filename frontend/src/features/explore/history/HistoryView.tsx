/** The chosen series over commits: controls, charts or table, what is left out, export. */

import type { History } from "@/api/types";
import { EditThreshold } from "@/ui/links/EditThreshold";
import styles from "../Explore.module.css";
import { hasNoPercentiles, omissionNotes, percentileNote, samplingNote } from "../exploreModel";
import { type ChangeExplore, type ExploreState, PERCENTILES } from "../exploreUrl";
import { HistoryTable } from "./HistoryTable";
import { HistoryToolbar } from "./HistoryToolbar";
import { Panels, usePanels } from "./Panels";

interface HistoryViewProps {
  project: string;
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
  project,
  history: asked,
  whole,
  state,
  isStale,
  focused,
  onChange,
}: HistoryViewProps) {
  const isUntold = hasNoPercentiles(asked, whole, state);
  const history = isUntold ? whole : asked;
  const panels = usePanels(history, state);
  const unavailable = percentileNote(whole, PERCENTILES);
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
      {isUntold ? (
        <p className={styles.quiet}>
          No samples or histograms{state.zoom === null ? "" : " in this range"} to take percentiles
          of: shown are the results themselves.
        </p>
      ) : null}
      {state.view === "table" ? (
        <HistoryTable history={history} state={state} onChange={onChange} />
      ) : (
        <Panels
          panels={panels}
          history={history}
          whole={whole}
          state={state}
          focused={focused}
          hasStrip
          onChange={onChange}
        />
      )}
      <div className={styles.notes}>
        <OfOne project={project} series={whole.series} />
        {unavailable === null ? null : <p>{unavailable}</p>}
        {state.percentiles.length > 0 && !isUntold ? (
          <p>Changes are judged on the median.</p>
        ) : null}
        {note === null || state.view === "chart" ? null : <p>{note}</p>}
        {omissionNotes(history, state).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}

/** One series has one threshold. */
function OfOne({ project, series }: { project: string; series: History["series"] }) {
  const [only] = series;
  if (only === undefined || series.length > 1) return null;
  return <EditThreshold project={project} series={only.series} />;
}
