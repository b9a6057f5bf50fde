/** State of the run list and of one run ↔ their query strings. */

import type { Sorting } from "@/ui/tables/tableSort";
import {
  choiceOf,
  listOf,
  type RawSearch,
  textOf,
  type UrlCodec,
  wholeOf,
} from "@/ui/url/urlState";

export interface RunListState {
  suite: string[];
  testbed: string[];
  branch: string[];
  text: string;
  /** Runs of the machines' control benchmark among the others. */
  hasControls: boolean;
}

const FILTERS = ["suite", "testbed", "branch"] as const;

export const runListCodec: UrlCodec<RunListState> = {
  parse: (raw) => ({
    suite: chosenOf(raw, "suite"),
    testbed: chosenOf(raw, "testbed"),
    branch: chosenOf(raw, "branch"),
    text: textOf(raw, "text") ?? "",
    hasControls: textOf(raw, "controls") === "shown",
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of FILTERS) if (state[name].length > 0) raw[name] = state[name];
    if (state.text !== "") raw.text = state.text;
    if (state.hasControls) raw.controls = "shown";
    return raw;
  },
};

function chosenOf(raw: RawSearch, name: string): string[] {
  return [...new Set(listOf(raw, name))].filter((text) => text !== "");
}

export const SECTIONS = [
  "results",
  "variants",
  "tails",
  "courses",
  "goals",
  "failures",
  "measuring",
  "profiles",
  "environment",
] as const;
type Section = (typeof SECTIONS)[number];

const SAMPLES_VIEWS = ["chart", "table"] as const;
type SamplesView = (typeof SAMPLES_VIEWS)[number];

export interface RunState {
  section: Section;
  /** Empty: every benchmark, every metric. */
  benchmark: string;
  metric: string;
  text: string;
  /** Parameter that separates the variants side by side; `none` for one group, null for the usual. */
  split: string | null;
  /** Column of the result table; parameters as `param.<name>`. */
  sorting: Sorting | null;
  /** Series whose samples are open. */
  result: number | null;
  /** How they are shown. */
  samples: SamplesView;
  /** Results or courses that are drawn as curves; empty: the first ones. */
  curves: readonly number[];
  /** Profile that is shown; null: the first. */
  profile: number | null;
}

export const runCodec: UrlCodec<RunState> = {
  parse: (raw) => ({
    section: choiceOf(raw, "section", SECTIONS),
    benchmark: textOf(raw, "benchmark") ?? "",
    metric: textOf(raw, "metric") ?? "",
    text: textOf(raw, "text") ?? "",
    split: textOf(raw, "split") || null,
    sorting: parseSorting(textOf(raw, "sort") ?? ""),
    result: wholeOf(raw, "result") ?? null,
    samples: choiceOf(raw, "samples", SAMPLES_VIEWS),
    curves: listOf(raw, "curve")
      .filter((text) => /^\d{1,15}$/.test(text))
      .map(Number),
    profile: wholeOf(raw, "profile") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.section !== "results") raw.section = state.section;
    for (const name of ["benchmark", "metric", "text"] as const) {
      if (state[name] !== "") raw[name] = state[name];
    }
    if (state.split !== null) raw.split = state.split;
    if (state.sorting !== null) raw.sort = formatSorting(state.sorting);
    if (state.result !== null) raw.result = String(state.result);
    if (state.samples !== "chart") raw.samples = state.samples;
    if (state.curves.length > 0) raw.curve = state.curves.map(String);
    if (state.profile !== null) raw.profile = String(state.profile);
    return raw;
  },
};

function parseSorting(text: string): Sorting | null {
  const isDescending = text.startsWith("-");
  const column = isDescending ? text.slice(1) : text;
  return column === "" ? null : { column, isDescending };
}

function formatSorting({ column, isDescending }: Sorting): string {
  return isDescending ? `-${column}` : column;
}
