/** State of the page of thresholds ↔ its query string: which dry run and which version it shows. */

import { codecOf, oneOf, type StateOf, TEXT, WHOLE } from "@/ui/url/urlFields";

export const KINDS = ["all", "gone", "added"] as const;

export const thresholdsCodec = codecOf({
  /** The dry run that is shown; null: none. */
  run: WHOLE,
  /** Which of its changes. */
  kind: oneOf(KINDS),
  /** The version whose text stands in the editor; null: the one that holds. */
  version: WHOLE,
  /** What a rule is to be written for, as a chart names it; empty: anything. */
  suite: TEXT,
  benchmark: TEXT,
  metric: TEXT,
});
export type ThresholdsState = StateOf<typeof thresholdsCodec>;
