/** State of the comparison page ↔ its query string, which says what the server is asked. */

import { type Filters, formatFilters, parseFilters } from "@/ui/filters";
import { listOf, type RawSearch, textOf, type UrlCodec, wholeOf } from "@/ui/urlState";

export const KINDS = ["run", "commit", "branch"] as const;
type Kind = (typeof KINDS)[number];
export const VERDICTS = ["regression", "improvement", "change", "unknown", "same"] as const;
export type Verdict = (typeof VERDICTS)[number];
const SIDES = ["baseline", "contender"] as const;
export type SideName = (typeof SIDES)[number];

/** A side as it stands in the address: `run:12`, `commit:abc`, `branch:main`. */
export interface Side {
  kind: Kind;
  name: string;
  /** Only variants with these values belong to the side. */
  parameters: Record<string, string[]>;
}

export interface CompareState {
  baseline: Side;
  contender: Side;
  filters: Filters;
  /** Empty: every verdict. */
  verdicts: Verdict[];
  acrossTestbeds: boolean;
  /** All rows that match instead of the first. */
  isWhole: boolean;
  /** Series of the contender whose row is open. */
  row: number | null;
}

export const NO_SIDE: Side = { kind: "run", name: "", parameters: {} };
const PARAMETER = ".param.";

export const compareCodec: UrlCodec<CompareState> = {
  parse: (raw) => ({
    baseline: parseSide(raw, "baseline"),
    contender: parseSide(raw, "contender"),
    filters: parseFilters(raw),
    verdicts: VERDICTS.filter((one) => listOf(raw, "verdict").includes(one)),
    acrossTestbeds: textOf(raw, "across_testbeds") === "true",
    isWhole: textOf(raw, "rows") === "all",
    row: wholeOf(raw, "row") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = { ...sidesOf(state), ...formatFilters(state.filters) };
    if (state.verdicts.length > 0) raw.verdict = state.verdicts;
    if (state.acrossTestbeds) raw.across_testbeds = "true";
    if (state.isWhole) raw.rows = "all";
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
