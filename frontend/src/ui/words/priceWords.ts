/** What one more job would cost. */

import type { JobList } from "@/api/types";
import { counted } from "./countWords";
import { spreadText } from "./jobWords";

/** "12 min (8 min to 20 min) on vm, after 2 other jobs."; `part`: what of the job takes as long. */
export function priceText({ agents, offer }: Pick<JobList, "agents" | "offer">, part = ""): string {
  if (offer === null) return "";
  const { ahead, cannot, takes, testbed } = offer;
  if (cannot !== "") return `It cannot be measured again: ${cannot}.`;
  if (agents.length === 0) {
    return `No agent of ${testbed} is free: the job waits until one is free or started.`;
  }
  const lasts = takes === null ? "It is not known how long it takes" : spreadText(takes);
  const after = ahead === 0 ? "" : `, after ${counted(ahead, "other job", "other jobs")}`;
  return `${lasts.charAt(0).toUpperCase()}${lasts.slice(1)}${takes === null ? "" : part} on ${testbed}${after}.`;
}

/** The effect that a job is to uphold or refute: what was seen, at least twice the threshold. */
export function suspectedRatio(ratio: number, threshold: number): number {
  const least = 1 + 2 * threshold;
  if (ratio < 1) return Math.min(ratio, 1 / least);
  return Math.max(ratio, least);
}
