import { describe, expect, it } from "vitest";
import { STALE } from "./liveUpdates";

const SOURCES: Record<string, string> = import.meta.glob("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What nothing that agents send can change. */
const STANDING = new Set([
  "formats",
  "mappings",
  "imports", // asked again by itself while one runs
  ...["audit", "ciRules", "feed", "keys", "project", "search", "views"],
  // a dry run is read again until it is over; a file says the same whenever it is read
  ...["dryRun", "judged", "thresholdReading", "thresholdVersion"],
]);

function rootsInUse(): Set<string> {
  const asked = /(?:queryKey: |useRead\(\s*|usePages\(\s*)\[project, "(\w+)"/g;
  const pages = Object.entries(SOURCES).filter(([path]) => !path.includes(".test."));
  return new Set(
    pages.flatMap(([, text]) => [...text.matchAll(asked)].map(([, root]) => root ?? "")),
  );
}

describe("what pages ask for", () => {
  it("is asked again when an event says that it is stale", () => {
    const renewed = new Set(Object.values(STALE).flat());
    const roots = [...rootsInUse()].filter((root) => !STANDING.has(root));
    expect(roots.length).toBeGreaterThan(8);
    expect(roots.filter((root) => !renewed.has(root))).toEqual([]);
  });
});
