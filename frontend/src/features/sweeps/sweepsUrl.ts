/** State of the sweep page ↔ its query string; absent choices are left to the server. */

import {
  codecOf,
  LIST,
  numberField,
  oneOf,
  oneOrNone,
  type StateOf,
  TEXT_OR_NULL,
  WHOLE,
} from "@/ui/url/urlFields";

const SCALES = ["linear", "log"] as const;
const SPACINGS = ["linear", "log", "even"] as const;
const MOST_MARGIN = 0.5;
export type AxisScale = (typeof SCALES)[number];
export type Spacing = (typeof SPACINGS)[number];

export const sweepCodec = codecOf({
  metric: TEXT_OR_NULL,
  testbed: TEXT_OR_NULL,
  branch: TEXT_OR_NULL,
  run: WHOLE,
  /** Share of the best within which values count as equally good; null for the server's. */
  margin: numberField((share) => share >= 0 && share <= MOST_MARGIN),
  /** Name of the only curve to show; null for all. */
  curve: TEXT_OR_NULL,
  /** Second parameter of a heat map; null for curves. */
  second: TEXT_OR_NULL,
  /** Null: logarithmic where the values span far. */
  across: oneOrNone(SPACINGS, null),
  /** Value of the axis whose points are open. */
  at: numberField(),
  /** Other metrics that are shown below, on the same axis. */
  also: LIST,
  up: oneOf(SCALES),
  view: oneOf(["chart", "table"]),
});
export type SweepState = StateOf<typeof sweepCodec>;
