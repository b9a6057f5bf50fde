/** Controls of the chart: axes, layout, range, view, export. All of them work by keyboard. */

import type { History } from "@/api/types";
import { Button } from "@/ui/Button";
import { Select } from "@/ui/Select";
import { saveText } from "@/ui/saveText";
import styles from "./Explore.module.css";
import { extentOf, steppedZoom } from "./exploreModel";
import { csvText, jsonText } from "./exploreTable";
import type { Axis, ChangeExplore, ExploreState, Layout, YScale } from "./exploreUrl";

interface HistoryToolbarProps {
  history: History;
  whole: History;
  state: ExploreState;
  onChange: ChangeExplore;
}

const AXES = [
  { value: "commit", label: "commits, evenly" },
  { value: "date", label: "dates" },
];
const SCALES = [
  { value: "linear", label: "linear" },
  { value: "log", label: "logarithmic" },
  { value: "relative", label: "% of the first" },
];
const LAYOUTS = [
  { value: "overlay", label: "by unit" },
  { value: "multiples", label: "one each" },
];

export function HistoryToolbar(props: HistoryToolbarProps) {
  const { state, onChange } = props;
  return (
    <div className={styles.bar}>
      <Select
        isInline
        label="Across"
        choices={AXES}
        value={state.axis}
        onChange={(axis) => onChange({ axis: axis as Axis })}
      />
      <Select
        isInline
        label="Up"
        choices={SCALES}
        value={state.scale}
        onChange={(scale) => onChange({ scale: scale as YScale })}
      />
      {state.series.length > 1 ? (
        <Select
          isInline
          label="Charts"
          choices={LAYOUTS}
          value={state.layout}
          onChange={(layout) => onChange({ layout: layout as Layout })}
        />
      ) : null}
      <RangeButtons {...props} />
      <span className={styles.barEnd}>
        <Button
          isPressed={state.view === "table"}
          onClick={() => onChange({ view: state.view === "table" ? "chart" : "table" })}
        >
          Table
        </Button>
        <ExportButtons {...props} />
      </span>
    </div>
  );
}

function RangeButtons({ whole, state, onChange }: HistoryToolbarProps) {
  const extent = extentOf(whole.commits);
  if (extent === null || extent.to - extent.from < 8) return null;
  const go = (step: { factor?: number; shift?: number }) =>
    onChange({ zoom: steppedZoom(state.zoom, extent, step) });
  const isWhole = state.zoom === null;
  return (
    <fieldset className={styles.range} aria-label="Range">
      <Button
        aria-label="Earlier"
        title="Earlier"
        disabled={isWhole}
        onClick={() => go({ shift: -0.5 })}
      >
        ←
      </Button>
      <Button
        aria-label="Zoom out"
        title="Zoom out"
        disabled={isWhole}
        onClick={() => go({ factor: 2 })}
      >
        −
      </Button>
      <Button aria-label="Zoom in" title="Zoom in" onClick={() => go({ factor: 0.5 })}>
        +
      </Button>
      <Button
        aria-label="Later"
        title="Later"
        disabled={isWhole}
        onClick={() => go({ shift: 0.5 })}
      >
        →
      </Button>
      <Button disabled={isWhole} onClick={() => onChange({ zoom: null })}>
        Show all
      </Button>
    </fieldset>
  );
}

function ExportButtons({ history, state }: HistoryToolbarProps) {
  const shown = history.series.filter((one) => !state.hidden.includes(one.series.id));
  const isNothing = shown.length === 0;
  return (
    <>
      <Button
        disabled={isNothing}
        onClick={() => saveText("history.csv", "text/csv", csvText(history, shown))}
      >
        CSV
      </Button>
      <Button
        disabled={isNothing}
        onClick={() => saveText("history.json", "application/json", jsonText(history, shown))}
      >
        JSON
      </Button>
    </>
  );
}
