/** State of the change list ↔ its query string. */

import { type Filters, formatFilters, parseFilters } from "@/ui/url/filters";
import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

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
export const MUTED = ["none", "only"] as const;
type ChangeVerdict = (typeof VERDICTS)[number];

export interface ChangesState {
  filters: Filters;
  state: (typeof STATES)[number];
  /** Empty: every verdict. */
  verdict: ChangeVerdict | "";
  order: (typeof ORDERS)[number];
  /** Smallest effect in per cent. */
  effect: number;
  /** Empty: anybody; else "me", "nobody", or the number of a person. */
  assignee: string;
  tag: string;
  isOverdue: boolean;
  muted: (typeof MUTED)[number] | "";
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
    assignee: assigneeOf(textOf(raw, "assignee")),
    tag: (textOf(raw, "label") ?? "").slice(0, 60),
    isOverdue: textOf(raw, "due") === "overdue",
    muted: MUTED.find((one) => one === textOf(raw, "muted")) ?? "",
    group: textOf(raw, "group") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = formatFilters(state.filters);
    if (state.state !== "open") raw.state = state.state;
    if (state.verdict !== "") raw.verdict = state.verdict;
    if (state.order !== "newest") raw.order = state.order;
    if (state.effect > 0) raw.effect = String(state.effect);
    if (state.assignee !== "") raw.assignee = state.assignee;
    if (state.tag !== "") raw.label = state.tag;
    if (state.isOverdue) raw.due = "overdue";
    if (state.muted !== "") raw.muted = state.muted;
    if (state.group !== null) raw.group = state.group;
    return raw;
  },
};

/** How many filters narrow the list; its order and the opened group are none. */
export function countSet(state: ChangesState): number {
  return Object.keys(changesCodec.format({ ...state, order: "newest", group: null })).length;
}

function assigneeOf(text: string | undefined): string {
  return text !== undefined && /^(me|nobody|\d{1,18})$/.test(text) ? text : "";
}

/** A plain decimal number of per cent; anything else is no limit. */
export function effectOf(text: string | undefined): number {
  if (text === undefined || !/^(\d{1,5}\.?|\d{0,5}\.\d{1,3})$/.test(text)) return 0;
  return Math.min(Number(text), MOST_EFFECT);
}
