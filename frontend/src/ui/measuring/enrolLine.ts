/** The one line that makes a machine measure for a project, once the program is there. */

import type { Session } from "@/api/types";

export interface Enrolment {
  /** Address of the server. */
  url: string;
  /** Good once, and for a short while. */
  token: string;
  /** Where the agent finds newer versions, and who signs them. */
  updates: Session["agent_updates"];
  /** What the agent measures by itself, as options of its service. */
  serve?: string;
}

export function enrolLine({ url, token, updates, serve }: Enrolment): string {
  const begin = ["tidemark-agent serve --config tidemark-agent/agent.toml", serve];
  return [
    `tidemark-agent enrol ${url} ${token}${updating(updates)}`,
    begin.filter((part) => part !== undefined).join(" "),
  ].join(" && ");
}

/** One word of a shell, whatever signs an address has. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Says whose versions are taken; that any are, the owner of the machine says. */
function updating(updates: Enrolment["updates"]): string {
  if (updates === null) return "";
  const channel = updates.channel === "" ? "" : ` --channel ${quoted(updates.channel)}`;
  return ` --release-key ${updates.key}${channel}`;
}
