/** State of the explorer ↔ its query string. What a person set is here, and nowhere else. */

import { type Filters, formatFilters, isFacetName, parseFilters } from "@/ui/url/filters";
import {
  choiceOf,
  listOf,
  type RawSearch,
  textOf,
  type UrlCodec,
  wholeOf,
} from "@/ui/url/urlState";
import type { ChangeOf } from "@/ui/url/useUrlState";
import { seriesOf } from "./lines";

const AXES = ["date", "commit"] as const;
const SCALES = ["linear", "log", "relative", "baseline"] as const;
/** `auto` is one chart for each unit, or one for each series where their scales lie far apart. */
const LAYOUTS = ["auto", "overlay", "multiples"] as const;
const VIEWS = ["chart", "table", "pivot"] as const;
export const PERCENTILES = [50, 90, 99, 99.9] as const;
export type Axis = (typeof AXES)[number];
export type YScale = (typeof SCALES)[number];
type Layout = (typeof LAYOUTS)[number];
type View = (typeof VIEWS)[number];

/** What counts as 100 %: the results at a commit (by its id), or those of a series. */
interface Reference {
  kind: "commit" | "series";
  id: number;
}

/** A table of the newest results: what its rows and columns are, and the column of ratios' base. */
export interface Pivot {
  rows: string;
  columns: string;
  /** Value of the columns that the others are divided by; null shows values. */
  against: string | null;
}

const PIVOT: Pivot = { rows: "benchmark", columns: "metric", against: null };

/** The zoomed range, both ends included: times in the address, places of commits while drawing. */
export interface Zoom {
  from: number;
  to: number;
}

/** A point of a line, named so that the address stays true when results are added. */
export interface PointRef {
  /** Id of the line: that of a series, or of one of its percentiles behind a point. */
  series: number;
  /** Id of the commit. */
  commit: number;
}

export interface ExploreState {
  filters: Filters;
  /** Chosen series in the order they were chosen; the order fixes their colours. */
  series: number[];
  /** Chosen series that the legend has switched off; below 0 are lines of formulas. */
  hidden: number[];
  /** Formulas over series, each drawn as a chart of its own. */
  formulas: string[];
  zoom: Zoom | null;
  axis: Axis;
  scale: YScale;
  layout: Layout;
  /** Facet with one chart for each of its values; null leaves it to the layout. */
  split: string | null;
  /** Charts of one unit have one y-axis. */
  hasSameScale: boolean;
  /** Percentiles of what was recorded, instead of the centres. */
  percentiles: number[];
  reference: Reference | null;
  view: View;
  pivot: Pivot;
  /** One point opens it, two are compared. */
  points: PointRef[];
  /** Commit (by its id) to zoom to as soon as the series are here. */
  commit: number | null;
  /** Where the scatter of the one chosen series comes from is told. */
  hasNoise: boolean;
}

/** How parts of the page change the state. */
export type ChangeExplore = (
  part: ChangeOf<ExploreState>,
  options?: { isReplacing?: boolean },
) => void;

/** The server answers no more at once. */
export const MAX_SERIES = 60;
export const MAX_FORMULAS = 8;
const LONGEST_FORMULA = 2000;

function parseExplore(raw: RawSearch): ExploreState {
  const series = lineIds(listOf(raw, "series"))
    .filter((id) => id > 0 && Number.isInteger(id))
    .slice(0, MAX_SERIES);
  return {
    filters: parseFilters(raw),
    series,
    hidden: lineIds(listOf(raw, "hide")).filter((id) => id < 0 || series.includes(seriesOf(id))),
    formulas: parseFormulas(listOf(raw, "formula")),
    zoom: parseZoom(raw),
    axis: choiceOf(raw, "axis", AXES),
    scale: choiceOf(raw, "scale", SCALES),
    layout: choiceOf(raw, "layout", LAYOUTS),
    split: facetOf(raw, "split"),
    hasSameScale: textOf(raw, "heights") === "same",
    percentiles: PERCENTILES.filter((one) => listOf(raw, "percentile").includes(String(one))),
    reference: parseReference(textOf(raw, "baseline")),
    view: choiceOf(raw, "view", VIEWS),
    pivot: {
      rows: facetOf(raw, "rows") ?? PIVOT.rows,
      columns: facetOf(raw, "columns") ?? PIVOT.columns,
      against: textOf(raw, "against") ?? null,
    },
    points: parsePoints(listOf(raw, "point"), series),
    commit: placeOf(raw, "commit"),
    hasNoise: textOf(raw, "noise") === "shown",
  };
}

function formatExplore(state: ExploreState): RawSearch {
  const { series, hidden, formulas, zoom, percentiles, points, commit } = state;
  return {
    ...formatFilters(state.filters),
    ...named("series", series.map(String)),
    ...named("hide", hidden.map(String)),
    ...named("formula", formulas),
    ...(zoom === null ? {} : { from: String(zoom.from), to: String(zoom.to) }),
    ...formatView(state),
    ...named("percentile", percentiles.map(String)),
    ...named(
      "point",
      points.map((point) => `${point.series}.${point.commit}`),
    ),
    ...(commit === null ? {} : { commit: String(commit) }),
    ...(state.hasNoise ? { noise: "shown" } : {}),
  };
}

function formatView(state: ExploreState): RawSearch {
  const { axis, scale, layout, split, reference, view, pivot } = state;
  return {
    ...unless("axis", axis, AXES[0]),
    ...unless("scale", scale, SCALES[0]),
    ...unless("layout", layout, LAYOUTS[0]),
    ...unless("split", split, null),
    ...(state.hasSameScale ? { heights: "same" } : {}),
    ...unless("baseline", reference === null ? null : `${reference.kind}:${reference.id}`, null),
    ...unless("view", view, VIEWS[0]),
    ...unless("rows", pivot.rows, PIVOT.rows),
    ...unless("columns", pivot.columns, PIVOT.columns),
    ...unless("against", pivot.against, PIVOT.against),
  };
}

function named(name: string, values: string[]): RawSearch {
  return values.length === 0 ? {} : { [name]: values };
}

/** What is not as it is anyway. */
function unless(name: string, value: string | null, usual: string | null): RawSearch {
  return value === usual || value === null ? {} : { [name]: value };
}

export const exploreCodec: UrlCodec<ExploreState> = { parse: parseExplore, format: formatExplore };

/** What changes in the state when other series are chosen. */
export function choosing(state: ExploreState, series: number[]): Partial<ExploreState> {
  const chosen = [...new Set(series)].slice(0, MAX_SERIES);
  return {
    series: chosen,
    hidden: state.hidden.filter((id) => id < 0 || chosen.includes(seriesOf(id))),
    reference:
      state.reference?.kind === "series" && !chosen.includes(state.reference.id)
        ? null
        : state.reference,
    points: state.points.filter((point) => chosen.includes(point.series)),
    zoom: chosen.length === 0 ? null : state.zoom,
    commit: null,
  };
}

export function toggled(ids: number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

/** A first click opens the point, a second compares with it, a third starts again. */
export function picking(points: PointRef[], picked: PointRef): PointRef[] {
  const others = points.filter((point) => !isSamePoint(point, picked));
  if (others.length < points.length) return others;
  return points.length === 1 ? [...points, picked] : [picked];
}

function isSamePoint(a: PointRef, b: PointRef): boolean {
  return a.series === b.series && a.commit === b.commit;
}

function facetOf(raw: RawSearch, name: string): string | null {
  const facet = textOf(raw, name);
  return facet !== undefined && isFacetName(facet) ? facet : null;
}

function parseReference(text: string | undefined): Reference | null {
  const [, kind, id] = /^(commit|series):(\d{1,15})$/.exec(text ?? "") ?? [];
  return kind === "commit" || kind === "series" ? { kind, id: Number(id) } : null;
}

function parseZoom(raw: RawSearch): Zoom | null {
  const from = placeOf(raw, "from");
  const to = placeOf(raw, "to");
  return from === null || to === null || to < from ? null : { from, to };
}

function placeOf(raw: RawSearch, name: string): number | null {
  const place = wholeOf(raw, name);
  return place === undefined || place < 0 ? null : place;
}

function parsePoints(texts: string[], series: number[]): PointRef[] {
  const points: PointRef[] = [];
  for (const text of texts) {
    const [, id, commit] = /^(\d{1,15}(?:\.\d{1,3})?)\.(\d{1,15})$/.exec(text) ?? [];
    if (id !== undefined && series.includes(seriesOf(Number(id)))) {
      points.push({ series: Number(id), commit: Number(commit) });
    }
  }
  return points.slice(0, 2);
}

function parseFormulas(texts: string[]): string[] {
  const written = texts.map((text) => text.trim()).filter((text) => text !== "");
  return [...new Set(written)]
    .filter((text) => text.length <= LONGEST_FORMULA)
    .slice(0, MAX_FORMULAS);
}

/** Ids of lines: those of series, and of their percentiles behind a point. */
function lineIds(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^-?\d{1,15}(\.\d{1,3})?$/.test(text)).map(Number))];
}
