/** State of the comparison page ↔ its query string, whose sides are what the server is asked. */

import { type Filters, formatFilters, parseFilters } from "@/ui/url/filters";
import {
  codecOf,
  field,
  flag,
  listField,
  oneOf,
  SORTING,
  type StateOf,
  someOf,
  TEXT,
  type UrlField,
  under,
  WHOLE,
} from "@/ui/url/urlFields";
import { listOf, type RawSearch, textOf } from "@/ui/url/urlState";

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
const ROWS = ["moved", "all"] as const;
/** Whether a difference is told from none, with false discoveries held down over all rows. */
export type Claim = (typeof CLAIMS)[number];

/** A side as it stands in the address: `run:12`, `commit:abc`, `pull:7`. */
export interface Side {
  kind: Kind;
  name: string;
  /** Only variants with these values belong to the side. */
  parameters: Record<string, string[]>;
}

export const NO_SIDE: Side = { kind: "run", name: "", parameters: {} };
const PARAMETER = ".param.";
const TAG = "tag.";

export const compareCodec = codecOf({
  baseline: sideField("baseline"),
  contender: sideField("contender"),
  filters: { parse: parseRowFilters, format: formatFilters } as UrlField<Filters>,
  /** Empty: every verdict. */
  verdicts: under("verdict", someOf(VERDICTS)),
  /** Only differences that count and are the code's. */
  isRelevant: under("relevant", flag("true")),
  least: field<Least>(
    (text) => LEAST.find((one) => String(one) === text) ?? 0,
    (value) => (value > 0 ? String(value) : ""),
  ),
  claim: oneOf(CLAIMS),
  acrossTestbeds: under("across_testbeds", flag("true")),
  /** What rows are grouped by: `suite`, `benchmark`, `metric`, `param.ring`, `tag.area`; empty: not. */
  group: TEXT,
  /** Groups that are open. */
  open: listField((texts) => texts),
  sorting: under("sort", SORTING),
  /** `all`: those that differ not, too, which are folded else. */
  rows: oneOf(ROWS),
  /** Series of the contender whose row is open. */
  row: WHOLE,
});
export type CompareState = StateOf<typeof compareCodec>;

/** Which rows are shown. */
export type RowChoice = Pick<
  CompareState,
  "filters" | "verdicts" | "isRelevant" | "least" | "claim"
>;

function sideField(side: SideName): UrlField<Side> {
  return { parse: (raw) => parseSide(raw, side), format: (value) => sideQuery(side, value) };
}

/** Whether both sides hold the same results, so that there is nothing to compare. */
export function areSame({ baseline, contender }: Record<SideName, Side>): boolean {
  const text = ({ kind, name, parameters }: Side) => JSON.stringify([kind, name, parameters]);
  return text(baseline) === text(contender);
}

/** Both sides as parameters of an address, of the page as of the server. */
export function sidesOf(state: Pick<CompareState, SideName>): RawSearch {
  return Object.assign({}, ...SIDES.map((side) => sideQuery(side, state[side])));
}

function sideQuery(side: SideName, { kind, name, parameters }: Side): RawSearch {
  const raw: RawSearch = name === "" ? {} : { [side]: `${kind}:${name}` };
  for (const parameter of Object.keys(parameters).sort()) {
    raw[`${side}${PARAMETER}${parameter}`] = parameters[parameter];
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
