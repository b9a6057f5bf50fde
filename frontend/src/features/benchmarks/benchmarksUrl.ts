/** State of a benchmark's page ↔ its query string. */

import { type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

export interface BenchmarkState {
  /** Empty: all of them. */
  metric: string;
  testbed: string;
  branch: string;
}

const NAMES = ["metric", "testbed", "branch"] as const;

export const benchmarkCodec: UrlCodec<BenchmarkState> = {
  parse: (raw) => ({
    metric: textOf(raw, "metric") ?? "",
    testbed: textOf(raw, "testbed") ?? "",
    branch: textOf(raw, "branch") ?? "",
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of NAMES) if (state[name] !== "") raw[name] = state[name];
    return raw;
  },
};
