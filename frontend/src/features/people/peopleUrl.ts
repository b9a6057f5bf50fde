/** State of the list of people ↔ its query string. */

import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

export const STATES = ["", "enabled", "disabled", "administrators"] as const;

export interface PeopleState {
  /** Part of a name or an address. */
  text: string;
  state: (typeof STATES)[number];
}

export const peopleUrl: UrlCodec<PeopleState> = {
  parse: (raw) => ({ text: textOf(raw, "text") ?? "", state: choiceOf(raw, "state", STATES) }),
  format: ({ text, state }) => {
    const raw: RawSearch = {};
    if (text !== "") raw.text = text;
    if (state !== "") raw.state = state;
    return raw;
  },
};
