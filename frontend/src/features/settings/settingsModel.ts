/** Words and rules of API keys. */

import type { ApiKey, NewApiKey } from "@/api/types";

export type Scope = NewApiKey["scopes"][number];

export const SCOPES: readonly { scope: Scope; meaning: string }[] = [
  { scope: "report", meaning: "upload reports" },
  { scope: "agent", meaning: "register and run as an agent" },
  { scope: "read", meaning: "read results" },
  { scope: "triage", meaning: "judge changes, comment, save views, splits and ladders" },
  { scope: "admin", meaning: "everything, keys included" },
];

export const LIFETIMES = [
  { value: "", label: "never" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "a year" },
] as const;

export interface KeyForm {
  name: string;
  scopes: readonly Scope[];
  testbed: string;
  /** Days as text; empty for no end. */
  lifetime: string;
}

export const EMPTY_FORM: KeyForm = { name: "", scopes: ["report"], testbed: "", lifetime: "" };

export function isComplete(form: KeyForm): boolean {
  return form.name.trim() !== "" && form.scopes.length > 0;
}

export function newKeyOf(form: KeyForm): NewApiKey {
  return {
    name: form.name.trim(),
    scopes: [...form.scopes],
    testbed: form.testbed.trim() === "" ? null : form.testbed.trim(),
    expires_in_days: form.lifetime === "" ? null : Number(form.lifetime),
  };
}

export type KeyState = "usable" | "revoked" | "expired";

export function keyState(key: ApiKey, now: Date): KeyState {
  if (key.revoked_at !== null) return "revoked";
  const isOver = key.expires_at !== null && new Date(key.expires_at) <= now;
  return isOver ? "expired" : "usable";
}

export function answerOf(keys: readonly ApiKey[], now: Date): string {
  const usable = keys.filter((key) => keyState(key, now) === "usable").length;
  if (usable === 0) return "No API key: agents and scripts cannot upload";
  return usable === 1 ? "1 active API key" : `${usable} active API keys`;
}
