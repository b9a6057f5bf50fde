/** State of the list of pull requests ↔ its query string. */

import { choiceOf, type RawSearch, type UrlCodec } from "@/ui/url/urlState";

export const SHOWN = ["open", "closed", "all"] as const;
export const STATES = ["", "failed", "accepted", "passed", "waiting", "undecided"] as const;

export interface PullsState {
  shown: (typeof SHOWN)[number];
  state: (typeof STATES)[number];
}

export const pullsCodec: UrlCodec<PullsState> = {
  parse: (raw) => ({
    shown: choiceOf(raw, "shown", SHOWN),
    state: choiceOf(raw, "state", STATES),
  }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.shown !== "open") raw.shown = state.shown;
    if (state.state !== "") raw.state = state.state;
    return raw;
  },
};
