/** A tab that outlives an upgrade asks for files of pages that are gone: it is loaded again, once. */

const KEY = "tidemark.loaded-again";
/** Sooner than this a second loading would fail as the first one did. */
const APART_MS = 60_000;

const GONE = [
  "Failed to fetch dynamically imported module",
  "error loading dynamically imported module",
  "Importing a module script failed",
  "Unable to preload CSS",
];

/** Whether a page could not be drawn because its files are not there. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && GONE.some((start) => error.message.startsWith(start));
}

/** Load the whole page again where a file of it is gone, but not repeatedly: never without a store. */
export function loadAnewWhenGone(
  target: EventTarget,
  storage: Storage | null,
  load: () => void,
): void {
  if (storage === null) return;
  target.addEventListener("vite:preloadError", () => {
    const last = Number(storage.getItem(KEY) ?? 0);
    if (Date.now() - last < APART_MS) return;
    storage.setItem(KEY, String(Date.now()));
    load();
  });
}

/** Reloads only while the server answers: offline, the page that says so stays. */
export function reloadIfAnswered(): void {
  void fetch("/live").then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
}
