/** State of the change list ↔ its query string. */

import { type Filters, formatFilters, parseFilters } from "@/ui/filters";
import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/urlState";

/** `open` are those that ask for attention: confirmed, and nobody takes care of them yet. */
export const STATES = [
  "open",
  "acknowledged",
  "fixed",
  "accepted",
  "invalid",
  "withdrawn",
  "suspected",
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
  /** Smallest effect in per cent. */
  effect: number;
  /** The group whose changes are shown. */
  group: string | null;
}

const MOST_EFFECT = 10_000;

export const changesCodec: UrlCodec<ChangesState> = {
  parse: (raw) => ({
    filters: parseFilters(raw),
    state: choiceOf(raw, "state", STATES),
    verdict: VERDICTS.find((one) => one === textOf(raw, "verdict")) ?? "",
    order: choiceOf(raw, "order", ORDERS),
    effect: effectOf(textOf(raw, "effect")),
    group: textOf(raw, "group") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = formatFilters(state.filters);
    if (state.state !== "open") raw.state = state.state;
    if (state.verdict !== "") raw.verdict = state.verdict;
    if (state.order !== "newest") raw.order = state.order;
    if (state.effect > 0) raw.effect = String(state.effect);
    if (state.group !== null) raw.group = state.group;
    return raw;
  },
};

/** A plain decimal number of per cent; anything else is no limit. */
export function effectOf(text: string | undefined): number {
  if (text === undefined || !/^(\d{1,5}\.?|\d{0,5}\.\d{1,3})$/.test(text)) return 0;
  return Math.min(Number(text), MOST_EFFECT);
}
