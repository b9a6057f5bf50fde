/** Controls of the chart: axes, layout, range, view, export. All of them work by keyboard. */

import type { History } from "@/api/types";
import { distinctNames } from "@/charts/series/seriesNames";
import { Button } from "@/ui/controls/Button";
import { Menu } from "@/ui/controls/Menu";
import { Select } from "@/ui/controls/Select";
import { saveText } from "@/ui/controls/saveText";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { facetWord } from "@/ui/url/filters";
import { shortCommit } from "@/ui/words/commitName";
import styles from "../Explore.module.css";
import { extentOf, percentileBar, steppedZoom } from "../exploreModel";
import {
  type Axis,
  type ChangeExplore,
  type ExploreState,
  PERCENTILES,
  type YScale,
} from "../exploreUrl";
import { differingFacets } from "../facets/facetValues";
import { csvText, jsonText } from "./exploreTable";
import { recentZoom } from "./zoomUnit";

interface HistoryToolbarProps {
  history: History;
  whole: History;
  state: ExploreState;
  /** Whether nothing below offers to save everything that is shown. */
  hasSave: boolean;
  onChange: ChangeExplore;
}

const AXES = [
  { value: "date", label: "date" },
  { value: "commit", label: "commit" },
];
const SCALES = [
  { value: "linear", label: "linear" },
  { value: "log", label: "logarithmic" },
  { value: "relative", label: "% of the first" },
  { value: "baseline", label: "% of a baseline" },
];
const RECENT = [
  { months: 1, label: "1 m", name: "last month" },
  { months: 6, label: "6 m", name: "last 6 months" },
  { months: 12, label: "1 y", name: "last year" },
  { months: 24, label: "2 y", name: "last 2 years" },
];
const OVERLAY = "overlay";
const MULTIPLES = "multiples";

export function HistoryToolbar(props: HistoryToolbarProps) {
  const { state, onChange } = props;
  const isNarrow = useIsNarrow();
  const options = <Options {...props} />;
  return (
    <div className={styles.bar}>
      <RangeButtons {...props} />
      {isNarrow ? (
        <details className={styles.options}>
          <summary>Axes, charts and percentiles</summary>
          <div className={styles.bar}>{options}</div>
        </details>
      ) : (
        options
      )}
      <span className={styles.barEnd}>
        <Button
          isPressed={state.view === "table"}
          onClick={() => onChange({ view: state.view === "table" ? "chart" : "table" })}
        >
          Table
        </Button>
        {props.hasSave ? <SaveAll {...props} /> : null}
      </span>
    </div>
  );
}

/** How it is drawn; the range stands before them, because it is changed most. */
function Options(props: HistoryToolbarProps) {
  const { state, onChange } = props;
  return (
    <>
      <Select
        isInline
        label="X axis"
        choices={AXES}
        value={state.axis}
        onChange={(axis) => onChange({ axis: axis as Axis })}
      />
      <Select
        isInline
        label="Y axis"
        choices={SCALES}
        value={state.scale}
        onChange={(scale) => onChange({ scale: scale as YScale })}
      />
      {state.scale === "baseline" ? <BaselineChoice {...props} /> : null}
      {state.series.length > 1 ? <ChartsChoice {...props} /> : null}
      {state.layout === MULTIPLES || state.split !== null ? <SameScale {...props} /> : null}
      <PercentileChoice {...props} />
    </>
  );
}

const NONE = "";

/** A series, or a commit that was picked at one of its points. */
function BaselineChoice({ history, whole, state, onChange }: HistoryToolbarProps) {
  const { reference } = state;
  const names = distinctNames(history.series.map((one) => one.series));
  const series = [...new Set(state.series)].filter((id) => names.has(id));
  const commit = reference?.kind === "commit" ? reference.id : null;
  const choices = [
    { value: NONE, label: "the first shown" },
    ...(commit === null
      ? []
      : [{ value: `commit:${commit}`, label: `commit ${nameOf([history, whole], commit)}` }]),
    ...series.map((id) => ({ value: `series:${id}`, label: names.get(id) ?? String(id) })),
  ];
  return (
    <>
      <Select
        isInline
        label="Baseline"
        choices={choices}
        value={reference === null ? NONE : `${reference.kind}:${reference.id}`}
        onChange={(value) => onChange({ reference: referenceFrom(value) })}
      />
      {commit === null ? (
        <span className={styles.quiet}>or open a point and take its commit</span>
      ) : null}
    </>
  );
}

function referenceFrom(value: string): ExploreState["reference"] {
  const [kind, id] = value.split(":");
  return kind === "commit" || kind === "series" ? { kind, id: Number(id) } : null;
}

function nameOf(histories: readonly History[], commit: number): string {
  for (const { commits } of histories) {
    const at = commits.id.indexOf(commit);
    if (at >= 0) return shortCommit(commits.name[at] ?? "");
  }
  return "that is not loaded";
}

/** All in as few charts as their units allow, one each, or one for each value of a facet. */
function ChartsChoice({ history, state, onChange }: HistoryToolbarProps) {
  const facets = differingFacets(history.series);
  const split = state.split === null ? [] : [state.split];
  const choices = [
    { value: OVERLAY, label: "by unit" },
    { value: MULTIPLES, label: "one each" },
    ...[...new Set([...facets, ...split])].map((facet) => ({
      value: facet,
      label: `by ${facetWord(facet)}`,
    })),
  ];
  const choose = (value: string) =>
    onChange(
      value === OVERLAY || value === MULTIPLES
        ? { layout: value, split: null }
        : { layout: OVERLAY, split: value },
    );
  return (
    <Select
      isInline
      label="Charts"
      choices={choices}
      value={state.layout === MULTIPLES ? MULTIPLES : (state.split ?? OVERLAY)}
      onChange={choose}
    />
  );
}

function SameScale({ state, onChange }: HistoryToolbarProps) {
  return (
    <Button
      isPressed={state.hasSameScale}
      title="Charts of one unit have one y-axis, so that their heights compare"
      onClick={() => onChange({ hasSameScale: !state.hasSameScale })}
    >
      Same scale
    </Button>
  );
}

/** Percentiles of what each result recorded, instead of its centre. */
function PercentileChoice({ whole, state, onChange }: HistoryToolbarProps) {
  const { percentiles } = state;
  const toggle = (percent: number) =>
    onChange({
      percentiles: PERCENTILES.filter((one) => (one === percent) !== percentiles.includes(one)),
      hidden: [],
    });
  return (
    <fieldset className={styles.range} aria-label="Percentiles">
      {PERCENTILES.map((percent) => {
        const isPressed = percentiles.includes(percent);
        const bar = isPressed ? null : percentileBar(whole, percent);
        const what = `The ${percent}th percentile of each result, from its histogram or samples`;
        return (
          <Button
            key={percent}
            isPressed={isPressed}
            disabled={bar !== null}
            title={bar ?? what}
            onClick={() => toggle(percent)}
          >
            p{percent}
          </Button>
        );
      })}
    </fieldset>
  );
}

function RangeButtons({ history, whole, state, onChange }: HistoryToolbarProps) {
  const extent = extentOf(whole.commits);
  if (extent === null || extent.to - extent.from < 8) return null;
  const go = (step: { factor?: number; shift?: number }) => {
    const measured = [...whole.commits.ordinal, ...history.commits.ordinal];
    onChange({ zoom: steppedZoom(state.zoom, extent, step, measured) });
  };
  const isWhole = state.zoom === null;
  return (
    <fieldset className={styles.range} aria-label="Range">
      <Recent whole={whole} state={state} onChange={onChange} />
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
    </fieldset>
  );
}

/** The newest months by date; what would show everything anyway cannot be pressed. */
function Recent({
  whole,
  state,
  onChange,
}: Pick<HistoryToolbarProps, "whole" | "state" | "onChange">) {
  return (
    <>
      {RECENT.map(({ months, label, name }) => {
        const zoom = recentZoom(whole.commits, months);
        return (
          <Button
            key={months}
            aria-label={`${label}, ${name}`}
            title={zoom === null ? "Everything is within this range, or has no date" : name}
            isPressed={zoom !== null && zoom.from === state.zoom?.from && zoom.to === state.zoom.to}
            disabled={zoom === null}
            onClick={() => onChange({ zoom })}
          >
            {label}
          </Button>
        );
      })}
      <Button
        aria-label="Show all"
        isPressed={state.zoom === null}
        onClick={() => onChange({ zoom: null })}
      >
        All
      </Button>
    </>
  );
}

/** The numbers of all charts in one file; a single chart has its own menu for that. */
function SaveAll({ history, state }: HistoryToolbarProps) {
  const shown = history.series.filter((one) => !state.hidden.includes(one.series.id));
  if (shown.length === 0) return null;
  const entries = [
    {
      label: "CSV",
      hint: "for spreadsheets",
      onSelect: () => saveText("history.csv", "text/csv", csvText(history, shown)),
    },
    {
      label: "JSON",
      hint: "for programs",
      onSelect: () => saveText("history.json", "application/json", jsonText(history, shown)),
    },
  ];
  return <Menu label="Save all" groups={[entries]} />;
}
