/** State of the page of one change ↔ its query string. */

import type { Window } from "@/charts/seriesModel";
import { textOf, type UrlCodec, wholeOf } from "@/ui/urlState";

export interface ChangeState {
  /** Shown range as ordinals; `near` is what lies around the change, `all` the whole history. */
  range: Window | "near" | "all";
}

export const changeCodec: UrlCodec<ChangeState> = {
  parse: (raw) => {
    if (textOf(raw, "range") === "all") return { range: "all" };
    const from = wholeOf(raw, "from");
    const to = wholeOf(raw, "to");
    return { range: from !== undefined && to !== undefined && from < to ? { from, to } : "near" };
  },
  format: ({ range }) => {
    if (range === "near") return {};
    return range === "all" ? { range: "all" } : { from: String(range.from), to: String(range.to) };
  },
};
