/** State of the audit trail ↔ its query string. */

import { codecOf, field, oneOf, type StateOf, TEXT } from "@/ui/url/urlFields";

export const KINDS = ["", "person", "key", "agent", "ci", "forge", "shell", "nobody"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days as 2026-11-22; both are included. */
const dayField = field(
  (text) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : ""),
  (value) => value,
);

export const auditCodec = codecOf({
  /** Part of a name. */
  who: TEXT,
  kind: oneOf(KINDS),
  noun: TEXT,
  since: dayField,
  until: dayField,
});
export type AuditState = StateOf<typeof auditCodec>;

export const NO_FILTER: AuditState = { who: "", kind: "", noun: "", since: "", until: "" };
