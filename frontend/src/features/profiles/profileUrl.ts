/** State of the profile page ↔ its query string. */

import { choiceOf, type RawSearch, textOf, type UrlCodec, wholeOf } from "@/ui/url/urlState";

/** Where the stacks start: at the root, or at the functions that ran. */
export const STARTS = ["root", "innermost"] as const;
/** Whose samples give the width in a comparison. */
export const WIDTHS = ["contender", "baseline"] as const;

export interface ProfileState {
  /** Profile that this one is compared with. */
  base: number | null;
  start: (typeof STARTS)[number];
  width: (typeof WIDTHS)[number];
  /** Frame that fills the width, as its place in the tree; 0 is the root. */
  at: number;
  search: string;
}

export const profileCodec: UrlCodec<ProfileState> = {
  parse: (raw) => ({
    base: positive(raw, "base"),
    start: choiceOf(raw, "start", STARTS),
    width: choiceOf(raw, "width", WIDTHS),
    at: positive(raw, "at") ?? 0,
    search: textOf(raw, "search") ?? "",
  }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.base !== null) raw.base = String(state.base);
    if (state.start !== "root") raw.start = state.start;
    if (state.width !== "contender") raw.width = state.width;
    if (state.at !== 0) raw.at = String(state.at);
    if (state.search !== "") raw.search = state.search;
    return raw;
  },
};

function positive(raw: RawSearch, name: string): number | null {
  const found = wholeOf(raw, name);
  return found === undefined || found < 1 ? null : found;
}
