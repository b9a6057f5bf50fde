/** Words and rules of new projects. */

import type { NewApiKey } from "@/api/types";

/** What the first key of a project may do: report, read what came of it, and run an agent. */
export const FIRST_KEY: NewApiKey = {
  name: "first results",
  scopes: ["report", "read", "agent"],
  testbed: null,
  expires_in_days: null,
};

const LONGEST = 63;

/** The short name of a project in addresses: letters, digits and dashes. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ");
  return plain.trim().split(" ").join("-").slice(0, LONGEST).replace(/-$/, "");
}
