/** State of a benchmark's page ↔ its query string; empty: all of them. */

import { codecOf, type StateOf, TEXT } from "@/ui/url/urlFields";

export const benchmarkCodec = codecOf({ metric: TEXT, testbed: TEXT, branch: TEXT });
export type BenchmarkState = StateOf<typeof benchmarkCodec>;
