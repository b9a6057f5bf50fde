/** State of the profile page ↔ its query string. */

import { codecOf, field, numberField, oneOf, type StateOf, TEXT } from "@/ui/url/urlFields";

/** Where the stacks start: at the root, or at the functions that ran. */
export const STARTS = ["root", "innermost"] as const;
/** Whose samples give the width in a comparison. */
export const WIDTHS = ["contender", "baseline"] as const;

export const profileCodec = codecOf({
  /** Profile that this one is compared with. */
  base: numberField((number) => Number.isSafeInteger(number) && number > 0),
  start: oneOf(STARTS),
  width: oneOf(WIDTHS),
  /** Frame that fills the width, as its place in the tree; 0 is the root. */
  at: field(
    (text) => (/^\d{1,15}$/.test(text) ? Number(text) : 0),
    (value) => (value === 0 ? "" : String(value)),
  ),
  search: TEXT,
});
export type ProfileState = StateOf<typeof profileCodec>;
