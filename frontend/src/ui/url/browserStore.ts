/** What a browser keeps for our pages; nothing where it forbids that, as in a frame of another site. */

export function browserStore(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}
