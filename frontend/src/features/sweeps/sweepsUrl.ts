/** State of the sweep page ↔ its query string; absent choices are left to the server. */

import {
  choiceOf,
  listOf,
  type RawSearch,
  textOf,
  type UrlCodec,
  wholeOf,
} from "@/ui/url/urlState";

const SCALES = ["linear", "log"] as const;
const SPACINGS = ["linear", "log", "even"] as const;
const NAMES = [
  "metric",
  "testbed",
  "branch",
  "run",
  "margin",
  "curve",
  "second",
  "across",
  "at",
] as const;
const MOST_MARGIN = 0.5;
const VIEWS = ["chart", "table"] as const;
type View = (typeof VIEWS)[number];
export type AxisScale = (typeof SCALES)[number];
export type Spacing = (typeof SPACINGS)[number];

export interface SweepState {
  metric: string | null;
  testbed: string | null;
  branch: string | null;
  run: number | null;
  /** Share of the best within which values count as equally good; null for the server's. */
  margin: number | null;
  /** Name of the only curve to show; null for all. */
  curve: string | null;
  /** Other metrics that are shown below, on the same axis. */
  also: string[];
  /** Second parameter of a heat map; null for curves. */
  second: string | null;
  /** Null: logarithmic where the values span far. */
  across: Spacing | null;
  up: AxisScale;
  view: View;
  /** Value of the axis whose points are open. */
  at: number | null;
}

export const sweepCodec: UrlCodec<SweepState> = {
  parse: (raw) => ({
    metric: textOf(raw, "metric") || null,
    testbed: textOf(raw, "testbed") || null,
    branch: textOf(raw, "branch") || null,
    run: wholeOf(raw, "run") ?? null,
    margin: shareOf(numberOf(textOf(raw, "margin"))),
    curve: textOf(raw, "curve") || null,
    also: listOf(raw, "also"),
    second: textOf(raw, "second") || null,
    across: SPACINGS.find((scale) => scale === textOf(raw, "across")) ?? null,
    up: choiceOf(raw, "up", SCALES),
    view: choiceOf(raw, "view", VIEWS),
    at: numberOf(textOf(raw, "at")),
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of NAMES) {
      const chosen = state[name];
      if (chosen !== null) raw[name] = String(chosen);
    }
    if (state.also.length > 0) raw.also = state.also;
    if (state.up !== "linear") raw.up = state.up;
    if (state.view !== "chart") raw.view = state.view;
    return raw;
  },
};

/** A share that the server takes. */
function shareOf(number: number | null): number | null {
  return number === null || number < 0 || number > MOST_MARGIN ? null : number;
}

function numberOf(text: string | undefined): number | null {
  const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
