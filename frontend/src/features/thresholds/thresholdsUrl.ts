/** State of the page of thresholds ↔ its query string: which dry run and which version it shows. */

import { choiceOf, type RawSearch, type UrlCodec, wholeOf } from "@/ui/url/urlState";

export const KINDS = ["all", "gone", "added"] as const;

export interface ThresholdsState {
  /** The dry run that is shown; null: none. */
  run: number | null;
  /** Which of its changes. */
  kind: (typeof KINDS)[number];
  /** The version whose text stands in the editor; null: the one that holds. */
  version: number | null;
}

export const thresholdsCodec: UrlCodec<ThresholdsState> = {
  parse: (raw) => ({
    run: wholeOf(raw, "run") ?? null,
    kind: choiceOf(raw, "kind", KINDS),
    version: wholeOf(raw, "version") ?? null,
  }),
  format: ({ run, kind, version }) => {
    const raw: RawSearch = {};
    if (run !== null) raw.run = String(run);
    if (kind !== "all") raw.kind = kind;
    if (version !== null) raw.version = String(version);
    return raw;
  },
};
