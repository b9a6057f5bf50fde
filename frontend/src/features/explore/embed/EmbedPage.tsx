/** The explorer's charts without a frame, for other pages: read-only, in the theme of their address. */

import { useLocation, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError } from "@/api/errors";
import type { History } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useUrlState } from "@/ui/url/useUrlState";
import type { ChangeExplore, ExploreState } from "../exploreUrl";
import { FormulaChart } from "../formulas/FormulaChart";
import { useFormula } from "../formulas/formulaQuery";
import { HistoryTable } from "../history/HistoryTable";
import { Panels, usePanels } from "../history/Panels";
import { drawnAs } from "../history/panelModel";
import { useCharted } from "../history/useCharted";
import styles from "./Embed.module.css";
import { type EmbedState, embedCodec } from "./embedUrl";

export function EmbedPage() {
  const { project } = useParams({ from: "/embed/$project/explore" });
  const [state, change] = useUrlState(embedCodec);
  const { searchStr } = useLocation();
  const { hasChosen, shown, whole, zoom } = useCharted(project, state, true);
  useTheme(state.theme);
  const page = `/p/${project}/explore${searchStr}`;
  return (
    <main className={styles.embed}>
      <title>{`${project} · Tidemark`}</title>
      {!hasChosen ? null : shown.data === undefined ? (
        <Waiting error={shown.error} />
      ) : (
        <Charts
          history={shown.data}
          whole={whole.data ?? shown.data}
          state={drawnAs({ ...state, zoom }, shown.data)}
          onChange={change}
        />
      )}
      {state.formulas.map((formula, place) => (
        <Formula
          key={formula}
          project={project}
          formula={formula}
          place={place}
          state={state}
          onChange={change}
        />
      ))}
      <a className={styles.source} href={page} target="_blank" rel="noopener">
        Open in Tidemark
      </a>
    </main>
  );
}

function Waiting({ error }: { error: Error | null }) {
  if (error === null) return <Skeleton height={340} label="Loading the chart" />;
  const isPrivate = error instanceof ApiError && [401, 403].includes(error.status);
  if (!isPrivate) return <ErrorState error={error} what="The chart could not be loaded." />;
  return (
    <EmptyState title="This chart belongs to a private project, or to none.">
      Only charts of public projects are shown on other pages. Whoever may see it opens it in
      Tidemark.
    </EmptyState>
  );
}

interface ChartsProps {
  history: History;
  whole: History;
  state: ExploreState;
  onChange: ChangeExplore;
}

function Charts({ history, whole, state, onChange }: ChartsProps) {
  const panels = usePanels(history, state);
  if (state.view === "table")
    return <HistoryTable history={history} state={state} onChange={onChange} />;
  return (
    <Panels
      panels={panels}
      history={history}
      whole={whole}
      state={state}
      focused={null}
      hasStrip={false}
      onChange={onChange}
    />
  );
}

interface FormulaProps {
  project: string;
  formula: string;
  place: number;
  state: ExploreState;
  onChange: ChangeExplore;
}

function Formula({ project, formula, place, state, onChange }: FormulaProps) {
  const query = useFormula(project, formula, state.zoom);
  if (query.data === undefined) return <Waiting error={query.error} />;
  return (
    <div>
      <FormulaChart
        derived={query.data}
        formula={formula}
        place={place}
        state={state}
        onChange={onChange}
      />
    </div>
  );
}

/** The theme of the address, for as long as the chart is shown; the choice of the browser stays. */
function useTheme(theme: EmbedState["theme"]) {
  useEffect(() => {
    if (theme !== "system") document.documentElement.dataset.theme = theme;
  }, [theme]);
}
