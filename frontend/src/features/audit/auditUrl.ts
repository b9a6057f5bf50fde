/** State of the audit trail ↔ its query string. */

import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

export const KINDS = ["", "person", "key", "agent", "ci", "forge", "shell", "nobody"] as const;

export interface AuditState {
  /** Part of a name. */
  who: string;
  kind: (typeof KINDS)[number];
  noun: string;
  /** Days as 2026-11-22; both are included. */
  since: string;
  until: string;
}

export const NO_FILTER: AuditState = { who: "", kind: "", noun: "", since: "", until: "" };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const auditCodec: UrlCodec<AuditState> = {
  parse: (raw) => ({
    who: textOf(raw, "who") ?? "",
    kind: choiceOf(raw, "kind", KINDS),
    noun: textOf(raw, "noun") ?? "",
    since: dayOf(raw, "since"),
    until: dayOf(raw, "until"),
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of ["who", "kind", "noun", "since", "until"] as const) {
      if (state[name] !== "") raw[name] = state[name];
    }
    return raw;
  },
};

function dayOf(raw: RawSearch, name: string): string {
  const text = textOf(raw, name) ?? "";
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}
