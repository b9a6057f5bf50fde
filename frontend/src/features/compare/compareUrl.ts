/** State of the comparison page ↔ its query string, whose sides are what the server is asked. */

import type { Sorting } from "@/ui/tables/tableSort";
import { type Filters, formatFilters, parseFilters } from "@/ui/url/filters";
import {
  choiceOf,
  listOf,
  type RawSearch,
  textOf,
  type UrlCodec,
  wholeOf,
} from "@/ui/url/urlState";

export const KINDS = ["run", "commit", "branch", "pull", "fork", "tag", "testbed"] as const;
export type Kind = (typeof KINDS)[number];
export const VERDICTS = ["regression", "improvement", "change", "unknown", "same"] as const;
export type Verdict = (typeof VERDICTS)[number];
const SIDES = ["baseline", "contender"] as const;
export type SideName = (typeof SIDES)[number];
/** Smallest effects that rows can be limited to, as shares. */
export const LEAST = [0, 0.01, 0.02, 0.05, 0.1, 1] as const;
export type Least = (typeof LEAST)[number];
export const CLAIMS = ["any", "told", "untold"] as const;
/** Whether a difference is told from none, with false discoveries held down over all rows. */
export type Claim = (typeof CLAIMS)[number];

/** A side as it stands in the address: `run:12`, `commit:abc`, `pull:7`. */
export interface Side {
  kind: Kind;
  name: string;
  /** Only variants with these values belong to the side. */
  parameters: Record<string, string[]>;
}

/** Which rows are shown. */
export interface RowChoice {
  filters: Filters;
  /** Empty: every verdict. */
  verdicts: Verdict[];
  /** Only differences that count and are the code's. */
  isRelevant: boolean;
  least: Least;
  claim: Claim;
}

export interface CompareState extends RowChoice {
  baseline: Side;
  contender: Side;
  acrossTestbeds: boolean;
  /** What rows are grouped by: `suite`, `benchmark`, `metric`, `param.ring`, `tag.area`; empty: not. */
  group: string;
  /** Groups that are open. */
  open: string[];
  sorting: Sorting | null;
  /** Series of the contender whose row is open. */
  row: number | null;
}

export const NO_SIDE: Side = { kind: "run", name: "", parameters: {} };
const PARAMETER = ".param.";
const TAG = "tag.";

export const compareCodec: UrlCodec<CompareState> = {
  parse: (raw) => ({
    baseline: parseSide(raw, "baseline"),
    contender: parseSide(raw, "contender"),
    filters: parseRowFilters(raw),
    verdicts: VERDICTS.filter((one) => listOf(raw, "verdict").includes(one)),
    isRelevant: textOf(raw, "relevant") === "true",
    least: LEAST.find((one) => String(one) === textOf(raw, "least")) ?? 0,
    claim: choiceOf(raw, "claim", CLAIMS),
    acrossTestbeds: textOf(raw, "across_testbeds") === "true",
    group: textOf(raw, "group") ?? "",
    open: [...new Set(listOf(raw, "open"))],
    sorting: parseSorting(textOf(raw, "sort")),
    row: wholeOf(raw, "row") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = { ...sidesOf(state), ...formatFilters(state.filters) };
    if (state.verdicts.length > 0) raw.verdict = state.verdicts;
    if (state.isRelevant) raw.relevant = "true";
    if (state.least > 0) raw.least = String(state.least);
    if (state.claim !== "any") raw.claim = state.claim;
    if (state.acrossTestbeds) raw.across_testbeds = "true";
    if (state.group !== "") raw.group = state.group;
    if (state.open.length > 0) raw.open = state.open;
    if (state.sorting !== null)
      raw.sort = `${state.sorting.isDescending ? "-" : ""}${state.sorting.column}`;
    if (state.row !== null) raw.row = String(state.row);
    return raw;
  },
};

/** Both sides as parameters of an address, of the page as of the server. */
export function sidesOf(state: Pick<CompareState, SideName>): RawSearch {
  const raw: RawSearch = {};
  for (const side of SIDES) {
    const { kind, name, parameters } = state[side];
    if (name !== "") raw[side] = `${kind}:${name}`;
    for (const parameter of Object.keys(parameters).sort()) {
      raw[`${side}${PARAMETER}${parameter}`] = parameters[parameter];
    }
  }
  return raw;
}

/** The filters of series, and tags of benchmarks beside them. */
function parseRowFilters(raw: RawSearch): Filters {
  const filters = parseFilters(raw);
  const chosen = { ...filters.chosen };
  for (const name of Object.keys(raw).filter((one) => one.startsWith(TAG))) {
    const values = [...new Set(listOf(raw, name))].filter((value) => value !== "");
    if (values.length > 0) chosen[name] = values;
  }
  return { ...filters, chosen };
}

function parseSorting(text: string | undefined): Sorting | null {
  if (text === undefined || text === "" || text === "-") return null;
  const isDescending = text.startsWith("-");
  return { column: isDescending ? text.slice(1) : text, isDescending };
}

function parseSide(raw: RawSearch, side: SideName): Side {
  const text = textOf(raw, side) ?? "";
  const [head = "", ...rest] = text.split(":");
  const kind = KINDS.find((one) => one === head);
  const found = kind === undefined ? NO_SIDE : { kind, name: rest.join(":") };
  return { ...found, parameters: parametersOf(raw, side) };
}

function parametersOf(raw: RawSearch, side: SideName): Record<string, string[]> {
  const head = `${side}${PARAMETER}`;
  const found: Record<string, string[]> = {};
  for (const name of Object.keys(raw)) {
    const values = listOf(raw, name).filter((value) => value !== "");
    if (name.startsWith(head) && name.length > head.length && values.length > 0)
      found[name.slice(head.length)] = values;
  }
  return found;
}
