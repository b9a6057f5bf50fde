/** State of the page of notifications ↔ its query string: which messages the log shows. */

import { choiceOf, type RawSearch, type UrlCodec, wholeOf } from "@/ui/url/urlState";

export const STATES = ["", "waiting", "sent", "dead", "dropped"] as const;

export interface NotificationsState {
  /** Null: of every channel. */
  channel: number | null;
  state: (typeof STATES)[number];
  /** The subscription that is being changed, or the channel that gets a new one. */
  editing: number | null;
  adding: number | null;
}

export const notificationsCodec: UrlCodec<NotificationsState> = {
  parse: (raw) => ({
    channel: wholeOf(raw, "channel") ?? null,
    state: choiceOf(raw, "state", STATES),
    editing: wholeOf(raw, "editing") ?? null,
    adding: wholeOf(raw, "adding") ?? null,
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of ["channel", "editing", "adding"] as const) {
      const value = state[name];
      if (value !== null) raw[name] = String(value);
    }
    if (state.state !== "") raw.state = state.state;
    return raw;
  },
};
