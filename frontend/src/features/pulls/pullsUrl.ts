/** State of the list of pull requests ↔ its query string. */

import { codecOf, oneOf, type StateOf } from "@/ui/url/urlFields";

export const SHOWN = ["open", "closed", "all"] as const;
export const STATES = ["", "failed", "accepted", "passed", "waiting", "undecided"] as const;

export const pullsCodec = codecOf({ shown: oneOf(SHOWN), state: oneOf(STATES) });
export type PullsState = StateOf<typeof pullsCodec>;
