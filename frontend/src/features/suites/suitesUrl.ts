/** State of a suite's page ↔ its query string. */

import { type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

export interface SuiteState {
  /** Words that the name or summary of a benchmark must hold. */
  text: string;
}

export const suiteCodec: UrlCodec<SuiteState> = {
  parse: (raw) => ({ text: textOf(raw, "text") ?? "" }),
  format: ({ text }) => {
    const raw: RawSearch = {};
    if (text !== "") raw.text = text;
    return raw;
  },
};
