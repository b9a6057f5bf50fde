/** State of the list of people ↔ its query string. */

import { codecOf, oneOf, type StateOf, TEXT } from "@/ui/url/urlFields";

export const STATES = ["", "enabled", "disabled", "administrators"] as const;

export const peopleUrl = codecOf({
  /** Part of a name or an address. */
  text: TEXT,
  state: oneOf(STATES),
});
export type PeopleState = StateOf<typeof peopleUrl>;
