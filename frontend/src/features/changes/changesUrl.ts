/** State of the change list ↔ its query string. */

import {
  codecOf,
  FILTERS,
  field,
  flag,
  oneOf,
  oneOrNone,
  type StateOf,
  TEXT_OR_NULL,
  under,
} from "@/ui/url/urlFields";

/** `open` are those that ask for attention: confirmed, and nobody is assigned yet. `history` would be, but was old when its results were imported. */
export const STATES = [
  "open",
  "history",
  "acknowledged",
  "fixed",
  "accepted",
  "invalid",
  "withdrawn",
  "suspected",
  "all",
] as const;
export const VERDICTS = ["regression", "improvement", "change"] as const;
/** Days back from now within which a change was found, whenever its commit was made. */
export const TIMES = ["7", "30", "90", "365"] as const;
export const ORDERS = ["newest", "largest"] as const;
export const MUTED = ["none", "only"] as const;

const MOST_EFFECT = 10_000;

export const changesCodec = codecOf({
  filters: FILTERS,
  state: oneOf(STATES),
  /** Empty: every verdict. */
  verdict: oneOrNone(VERDICTS, ""),
  /** Empty: of any time. */
  days: oneOrNone(TIMES, ""),
  order: oneOf(ORDERS),
  /** Smallest effect in per cent. */
  effect: field(effectOf, (value) => (value > 0 ? String(value) : "")),
  /** Empty: anybody; else "me", "nobody", or the number of a person. */
  assignee: field(assigneeOf, (value) => value),
  tag: under(
    "label",
    field(
      (text) => text.slice(0, 60),
      (value) => value,
    ),
  ),
  isOverdue: under("due", flag("overdue")),
  muted: oneOrNone(MUTED, ""),
  /** Only what is on branches of pull requests. */
  isOnPulls: under("pulls", flag("only")),
  /** The group whose changes are shown. */
  group: TEXT_OR_NULL,
});
export type ChangesState = StateOf<typeof changesCodec>;

/** Branches of pull requests are left out, as on the overview, but where all is asked for, or a branch. */
export function pullsAsked({
  state,
  isOnPulls,
  filters,
}: Pick<ChangesState, "state" | "isOnPulls" | "filters">): "only" | "none" | "" {
  if (isOnPulls) return "only";
  return state === "all" || (filters.chosen.branch ?? []).length > 0 ? "" : "none";
}

function assigneeOf(text: string): string {
  return /^(me|nobody|\d{1,18})$/.test(text) ? text : "";
}

/** A plain decimal number of per cent; anything else is no limit. */
export function effectOf(text: string | undefined): number {
  if (text === undefined || !/^(\d{1,5}\.?|\d{0,5}\.\d{1,3})$/.test(text)) return 0;
  return Math.min(Number(text), MOST_EFFECT);
}
