/** State of the run list and of one run ↔ their query strings. */

import {
  codecOf,
  flag,
  LIST,
  listField,
  oneOf,
  SORTING,
  type StateOf,
  TEXT,
  TEXT_OR_NULL,
  under,
  WHOLE,
} from "@/ui/url/urlFields";

export const runListCodec = codecOf({
  suite: LIST,
  testbed: LIST,
  branch: LIST,
  text: TEXT,
  /** Runs of the machines' control benchmark among the others. */
  hasControls: under("controls", flag("shown")),
});
export type RunListState = StateOf<typeof runListCodec>;

export const SECTIONS = [
  "results",
  "variants",
  "tails",
  "courses",
  "goals",
  "failures",
  "measuring",
  "profiles",
  "environment",
] as const;

export const runCodec = codecOf({
  section: oneOf(SECTIONS),
  /** Empty: every benchmark, every metric. */
  benchmark: TEXT,
  metric: TEXT,
  text: TEXT,
  /** Parameter that separates the variants side by side; `none` for one group, null for the usual. */
  split: TEXT_OR_NULL,
  /** Column of the result table; parameters as `param.<name>`. */
  sorting: under("sort", SORTING),
  /** Series whose samples are open. */
  result: WHOLE,
  /** How they are shown. */
  samples: oneOf(["chart", "table"]),
  /** Results or courses that are drawn as curves; empty: the first ones. */
  curves: under(
    "curve",
    listField((texts) => texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number)),
  ),
  /** Profile that is shown; null: the first. */
  profile: WHOLE,
});
export type RunState = StateOf<typeof runCodec>;
