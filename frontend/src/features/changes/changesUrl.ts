/** State of the change list ↔ its query string. */

import { type Filters, formatFilters, parseFilters } from "@/ui/filters";
import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/urlState";

/** `open` are those that ask for attention: confirmed. */
export const STATES = [
  "open",
  "suspected",
  "confirmed",
  "fixed",
  "refuted",
  "cleared",
  "withdrawn",
  "all",
] as const;
export const VERDICTS = ["regression", "improvement", "change"] as const;
export const ORDERS = ["newest", "largest"] as const;
type ChangeVerdict = (typeof VERDICTS)[number];

export interface ChangesState {
  filters: Filters;
  state: (typeof STATES)[number];
  /** Empty: every verdict. */
  verdict: ChangeVerdict | "";
  order: (typeof ORDERS)[number];
}

export const changesCodec: UrlCodec<ChangesState> = {
  parse: (raw) => ({
    filters: parseFilters(raw),
    state: choiceOf(raw, "state", STATES),
    verdict: VERDICTS.find((one) => one === textOf(raw, "verdict")) ?? "",
    order: choiceOf(raw, "order", ORDERS),
  }),
  format: (state) => {
    const raw: RawSearch = formatFilters(state.filters);
    if (state.state !== "open") raw.state = state.state;
    if (state.verdict !== "") raw.verdict = state.verdict;
    if (state.order !== "newest") raw.order = state.order;
    return raw;
  },
};
