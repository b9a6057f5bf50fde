/** Up to when a visitor has seen a project, kept by their browser; without a store nothing is kept. */

const keyOf = (project: string) => `tidemark.seen.${project}`;

export function readMark(project: string): string | null {
  const kept = globalThis.localStorage?.getItem(keyOf(project)) ?? null;
  return kept !== null && !Number.isNaN(Date.parse(kept)) ? kept : null;
}

export function writeMark(project: string, at: string | null): void {
  if (at === null) globalThis.localStorage?.removeItem(keyOf(project));
  else globalThis.localStorage?.setItem(keyOf(project), at);
}
