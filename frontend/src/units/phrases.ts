/** The table of phrases that the server's sentences are made of; it is read by both. */

import phrases from "../../../backend/wording/phrases.json";

export const PHRASES = phrases;

/** Puts texts into the places of a template: fill("up to {end}", { end: "5" }). */
export function fill(template: string, texts: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? "");
}
