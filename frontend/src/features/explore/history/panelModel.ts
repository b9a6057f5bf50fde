/** Pure: which lines share a chart, and what the chart is called. */

import type { History, SeriesHistory, SeriesLabel } from "@/api/types";
import { coloursFor, MOST_COLOURS, MUTED_COLOUR } from "@/charts/frame/palette";
import { median } from "@/charts/samples/median";
import { isRelative } from "@/charts/series/seriesModel";
import { distinctNames } from "@/charts/series/seriesNames";
import { facetWord } from "@/ui/url/filters";
import type { ExploreState } from "../exploreUrl";
import { compareValues, facetsOf } from "../facets/facetValues";

/** Series that share one chart: one unit, one direction, and one value of what the charts are split by. */
export interface Panel {
  key: string;
  /** "threads 8"; where one chart shows everything, the benchmark of all its series, if it is one. */
  subject: string;
  series: SeriesHistory[];
  /** What tells the series of this chart apart, by id. */
  names: Map<number, string>;
}

type Charts = Pick<ExploreState, "layout" | "scale" | "split">;

/** Series whose usual values differ by more are flat lines on one axis. */
const FAR_APART = 10;
/** More charts than these are not looked at; per cent of the first holds all in one. */
const MOST_CHARTS = 12;

/** How these series are drawn where the person left that open. */
export function drawnAs<State extends Charts>(state: State, history: History | undefined): State {
  if (state.layout !== "auto") return state;
  const isOpen = state.scale === "linear" && state.split === null && history !== undefined;
  if (!isOpen || !areFarApart(history.series)) return { ...state, layout: "overlay" };
  return history.series.length <= MOST_CHARTS
    ? { ...state, layout: "multiples" }
    : { ...state, layout: "overlay", scale: "relative" };
}

function areFarApart(series: readonly SeriesHistory[]): boolean {
  const extents = new Map<string, [number, number]>();
  for (const { value, percent, series: label } of series) {
    const usual = median(value.filter((one): one is number => one !== null && one > 0));
    // percentiles of one series belong beside each other
    if (Number.isNaN(usual) || percent !== null) continue;
    const [low, high] = extents.get(label.unit) ?? [usual, usual];
    extents.set(label.unit, [Math.min(low, usual), Math.max(high, usual)]);
  }
  return [...extents.values()].some(([low, high]) => high > FAR_APART * low);
}

/** One chart per value of the split, and within it for each unit and direction; or one per series. */
export function panelsOf(history: History, state: Charts): Panel[] {
  const panels = new Map<string, SeriesHistory[]>();
  for (const one of inOrder(history.series, state.split)) {
    const key = panelKey(one, state);
    panels.set(key, [...(panels.get(key) ?? []), one]);
  }
  const subjects = distinctNames(history.series.map((one) => ({ ...one.series, metric: "" })));
  return [...panels].map(([key, series]) => ({
    key,
    subject: panels.size === 1 ? sharedBenchmark(series) : subjectOf(series, state, subjects),
    series,
    names: distinctNames(series.map((one) => one.series)),
  }));
}

/** For each chart the series of all charts of its unit, whose values share one scale. */
export function alikeOf(
  panels: readonly Panel[],
  scale: ExploreState["scale"],
): Map<string, SeriesHistory[]> {
  const all = panels.flatMap((panel) => panel.series);
  const unitOf = (one: SeriesHistory | undefined) => (isRelative(scale) ? "%" : one?.series.unit);
  return new Map(
    panels.map(({ key, series }) => [key, all.filter((one) => unitOf(one) === unitOf(series[0]))]),
  );
}

function inOrder(series: readonly SeriesHistory[], split: string | null): SeriesHistory[] {
  if (split === null) return [...series];
  return [...series].sort((a, b) => compareValues(facetValue(a, split), facetValue(b, split)));
}

function facetValue(one: SeriesHistory, facet: string): string {
  return facetsOf(one).get(facet) ?? "";
}

function panelKey(one: SeriesHistory, { layout, scale, split }: Charts): string {
  const { id, unit, direction } = one.series;
  if (layout === "multiples") return String(id);
  const value = split === null ? "" : facetValue(one, split);
  return `${value} ${isRelative(scale) ? "%" : unit} ${direction}`;
}

function sharedBenchmark(series: readonly SeriesHistory[]): string {
  const names = new Set(series.map((one) => one.series.benchmark));
  return names.size === 1 ? ([...names][0] ?? "") : "";
}

/** What is special about a chart beside others: the value it stands for, or its only series. */
function subjectOf(
  series: readonly SeriesHistory[],
  { split, layout }: Charts,
  subjects: ReadonlyMap<number, string>,
): string {
  const [first, ...others] = series;
  if (first === undefined) return "";
  if (split !== null && layout !== "multiples") {
    const value = facetsOf(first).get(split);
    return value === undefined ? `no ${facetWord(split)}` : `${facetWord(split)} ${value}`;
  }
  return others.length === 0 ? (subjects.get(first.series.id) ?? "") : "";
}

/**
 * A colour for each line, its own as long as there are enough. Of more, charts split by a facet show the
 * same lines over and over: what has one name in all of them has one colour.
 */
export function lineColours(history: History, state: Charts): Map<number, string> {
  if (state.split === null || history.series.length <= MOST_COLOURS)
    return coloursFor(history.series.map((one) => one.series.id));
  const names = new Map(panelsOf(history, state).flatMap((panel) => [...panel.names]));
  const places = [...new Set(history.series.map((one) => names.get(one.series.id)))];
  const colours = coloursFor(places.map((_, place) => place));
  return new Map(
    history.series.map(({ series: { id } }) => [
      id,
      colours.get(places.indexOf(names.get(id))) ?? MUTED_COLOUR,
    ]),
  );
}

const PLACES = ["suite", "testbed", "branch"] as const;

/** " · suite wcwidth, testbed bench-1": of where a series was measured, what differs among those shown. */
export function whereText(label: SeriesLabel, all: readonly SeriesLabel[]): string {
  const differing = PLACES.filter((name) => new Set(all.map((one) => one[name])).size > 1);
  if (differing.length === 0) return "";
  return ` · ${differing.map((name) => `${name} ${label[name]}`).join(", ")}`;
}

/** Metrics of a panel for its title: "wall_time", "wall_time and cpu_time", "5 metrics". */
export function metricsText({ series }: Pick<Panel, "series">): string {
  const metrics = [...new Set(series.map((one) => one.series.metric))];
  if (metrics.length > 3) return `${metrics.length} metrics`;
  const last = metrics.at(-1) ?? "";
  return metrics.length < 2 ? last : `${metrics.slice(0, -1).join(", ")} and ${last}`;
}

/** "threads 8: wall_time" */
export function headOf(panel: Panel): string {
  return [panel.subject, metricsText(panel)].filter(Boolean).join(": ");
}
