/** State of the explorer ↔ its query string. What a person set is here, and nowhere else. */

import { type Filters, formatFilters, parseFilters } from "@/ui/filters";
import { choiceOf, listOf, type RawSearch, type UrlCodec, wholeOf } from "@/ui/urlState";

const AXES = ["commit", "date"] as const;
const SCALES = ["linear", "log", "relative"] as const;
const LAYOUTS = ["overlay", "multiples"] as const;
const VIEWS = ["chart", "table"] as const;
export type Axis = (typeof AXES)[number];
export type YScale = (typeof SCALES)[number];
export type Layout = (typeof LAYOUTS)[number];
type View = (typeof VIEWS)[number];

/** The zoomed range, as places of commits on their branch; both ends belong to it. */
export interface Zoom {
  from: number;
  to: number;
}

/** A point of a series, named so that the address stays true when results are added. */
export interface PointRef {
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
  view: View;
  /** One point opens it, two are compared. */
  points: PointRef[];
  /** Commit (by its id) to zoom to as soon as the series are here. */
  commit: number | null;
}

/** How parts of the page change the state. */
export type ChangeExplore = (
  part: Partial<ExploreState>,
  options?: { isReplacing?: boolean },
) => void;

/** The server answers no more at once. */
const MAX_SERIES = 20;
const MAX_FORMULAS = 8;
const LONGEST_FORMULA = 2000;

function parseExplore(raw: RawSearch): ExploreState {
  const series = wholeNumbers(listOf(raw, "series"))
    .filter((id) => id > 0)
    .slice(0, MAX_SERIES);
  return {
    filters: parseFilters(raw),
    series,
    hidden: wholeNumbers(listOf(raw, "hide")).filter((id) => id < 0 || series.includes(id)),
    formulas: parseFormulas(listOf(raw, "formula")),
    zoom: parseZoom(raw),
    axis: choiceOf(raw, "axis", AXES),
    scale: choiceOf(raw, "scale", SCALES),
    layout: choiceOf(raw, "layout", LAYOUTS),
    view: choiceOf(raw, "view", VIEWS),
    points: parsePoints(listOf(raw, "point"), series),
    commit: placeOf(raw, "commit"),
  };
}

function formatExplore(state: ExploreState): RawSearch {
  const raw: RawSearch = formatFilters(state.filters);
  if (state.series.length > 0) raw.series = state.series.map(String);
  if (state.hidden.length > 0) raw.hide = state.hidden.map(String);
  if (state.formulas.length > 0) raw.formula = state.formulas;
  if (state.zoom !== null) {
    raw.from = String(state.zoom.from);
    raw.to = String(state.zoom.to);
  }
  if (state.axis !== "commit") raw.axis = state.axis;
  if (state.scale !== "linear") raw.scale = state.scale;
  if (state.layout !== "overlay") raw.layout = state.layout;
  if (state.view !== "chart") raw.view = state.view;
  if (state.points.length > 0) {
    raw.point = state.points.map((point) => `${point.series}.${point.commit}`);
  }
  if (state.commit !== null) raw.commit = String(state.commit);
  return raw;
}

export const exploreCodec: UrlCodec<ExploreState> = { parse: parseExplore, format: formatExplore };

/** What changes in the state when other series are chosen. */
export function choosing(state: ExploreState, series: number[]): Partial<ExploreState> {
  const chosen = [...new Set(series)].slice(0, MAX_SERIES);
  return {
    series: chosen,
    hidden: state.hidden.filter((id) => id < 0 || chosen.includes(id)),
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
    const [, id, commit] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
    if (id !== undefined && series.includes(Number(id))) {
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

function wholeNumbers(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^-?\d{1,15}$/.test(text)).map(Number))];
}
