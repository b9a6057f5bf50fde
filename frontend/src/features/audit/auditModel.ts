/** Words of the audit trail, and what of it is asked for. */

import type { AuditEvent, AuditPage, AuditQuery } from "@/api/types";
import { stringifySearch } from "@/ui/url/urlState";
import { counted } from "@/ui/words/countWords";
import type { AuditState } from "./auditUrl";

const DAY_MS = 86_400_000;

const KIND_WORDS: Record<AuditEvent["who"], string> = {
  person: "a person",
  key: "an API key",
  agent: "an agent's key",
  ci: "a token of a CI system",
  forge: "a forge",
  shell: "the shell of the server",
  server: "the server itself",
  nobody: "somebody who was not let in",
};

export function kindWord(kind: AuditEvent["who"]): string {
  return KIND_WORDS[kind];
}

/** What the server is asked; days are taken as UTC, the last one whole. */
export function queryOf(state: AuditState): AuditQuery {
  const { who, kind, noun, since, until } = state;
  return {
    ...(who === "" ? {} : { who }),
    ...(kind === "" ? {} : { kind }),
    ...(noun === "" ? {} : { noun }),
    ...(since === "" ? {} : { since: `${since}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + DAY_MS).toISOString() }),
  };
}

/** Address of the same events as a file. */
export function fileAddress(project: string | null, state: AuditState): string {
  const place = project === null ? "" : `/projects/${encodeURIComponent(project)}`;
  return `/api/v1${place}/audit.csv${stringifySearch({ ...queryOf(state) })}`;
}

export function answerOf(page: AuditPage | undefined): string {
  if (page === undefined) return "Audit trail";
  if (page.total === 0) return "No event";
  return counted(page.total, "event");
}

export function keptText(days: number): string {
  if (days === 0) return "Events are kept for ever.";
  return `Events are kept for ${counted(days, "day")}; TIDEMARK_AUDIT_DAYS changes that.`;
}

export interface Difference {
  name: string;
  before: string | null;
  after: string | null;
}

/** What changed, name by name; what was only made has no before. */
export function differencesOf({ before, after }: AuditEvent): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name: name.replaceAll("_", " "),
    before: name in before ? valueText(before[name]) : null,
    after: name in after ? valueText(after[name]) : null,
  }));
}

type Value = AuditEvent["after"][string] | undefined;

function valueText(value: Value): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

export function thingText({ name, thing }: AuditEvent): string {
  return name === "" ? thing : name;
}
