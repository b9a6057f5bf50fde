/** Up to when a visitor has seen a project, kept by their browser; without a store nothing is kept. */

import { browserStore } from "@/ui/url/browserStore";

const keyOf = (project: string) => `tidemark.seen.${project}`;

export function readMark(project: string): string | null {
  const kept = browserStore("localStorage")?.getItem(keyOf(project)) ?? null;
  return kept !== null && !Number.isNaN(Date.parse(kept)) ? kept : null;
}

export function writeMark(project: string, at: string | null): void {
  if (at === null) browserStore("localStorage")?.removeItem(keyOf(project));
  else browserStore("localStorage")?.setItem(keyOf(project), at);
}
