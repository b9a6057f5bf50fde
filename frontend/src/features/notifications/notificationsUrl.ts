/** State of the page of notifications ↔ its query string: which messages the log shows. */

import { codecOf, oneOf, type StateOf, WHOLE } from "@/ui/url/urlFields";

export const STATES = ["", "waiting", "sent", "dead", "dropped"] as const;

export const notificationsCodec = codecOf({
  /** Null: of every channel. */
  channel: WHOLE,
  /** The subscription that is being changed, or the channel that gets a new one. */
  editing: WHOLE,
  adding: WHOLE,
  state: oneOf(STATES),
});
export type NotificationsState = StateOf<typeof notificationsCodec>;
