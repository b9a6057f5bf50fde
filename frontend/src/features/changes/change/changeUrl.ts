/** State of the page of one change ↔ its query string. */

import type { Window } from "@/charts/series/seriesModel";
import { type RawSearch, textOf, type UrlCodec, wholeOf } from "@/ui/url/urlState";

export interface ChangeState {
  /** Shown range as ordinals; `near` is what lies around the change, `all` the whole history. */
  range: Window | "near" | "all";
  /** The points as a table instead of the chart. */
  isTable: boolean;
}

export const changeCodec: UrlCodec<ChangeState> = {
  parse: (raw) => ({ range: rangeOf(raw), isTable: textOf(raw, "view") === "table" }),
  format: ({ range, isTable }) => ({
    ...(range === "near" || range === "all"
      ? {}
      : { from: String(range.from), to: String(range.to) }),
    ...(range === "all" ? { range } : {}),
    ...(isTable ? { view: "table" } : {}),
  }),
};

function rangeOf(raw: RawSearch): ChangeState["range"] {
  if (textOf(raw, "range") === "all") return "all";
  const from = wholeOf(raw, "from");
  const to = wholeOf(raw, "to");
  return from !== undefined && to !== undefined && from < to ? { from, to } : "near";
}
