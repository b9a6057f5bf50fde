/** What one more job would cost, and what quotas of machine minutes leave for it. */

import type { JobList, ProjectQuotas, QuotaUse } from "@/api/types";
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

export interface QuotaWords {
  text: string;
  /** When the next job may begin, where that is not at once and its time is known. */
  startsAt: string | null;
}

/** Its minutes are used, not merely kept for what is measured. */
export function isTaken({ spent, minutes }: QuotaUse): boolean {
  return minutes !== null && spent >= minutes;
}

/** Of the own quota and that of the project: which is spent, else what is left of each. */
export function quotaWords({ own, whole }: ProjectQuotas): QuotaWords | null {
  const uses = [...(own === null ? [] : [own]), whole].filter(({ minutes }) => minutes !== null);
  if (uses.length === 0) return null;
  const [spent] = uses
    .filter(({ frees_at }) => frees_at !== null)
    .sort((one, other) => Date.parse(other.frees_at ?? "") - Date.parse(one.frees_at ?? ""));
  if (spent === undefined) return { text: uses.map(leftText).join(" "), startsAt: null };
  const minutes = `the ${spent.minutes} machine minutes`;
  if (isTaken(spent)) {
    const who = spent.who === "" ? "Jobs of the project" : "You";
    return { text: `${who} used ${minutes} of 24 h.`, startsAt: spent.frees_at };
  }
  const owner = spent.who === "" ? "the project has" : "you have";
  return {
    text: `Jobs that run may take ${minutes} that ${owner} in 24 h. A new one starts when one ends.`,
    startsAt: null,
  };
}

function leftText({ who, minutes, spent, held }: QuotaUse): string {
  const left = Math.floor(Math.max((minutes ?? 0) - spent - held, 0));
  const has = who === "" ? "The project has" : "You have";
  return `${has} ${left} of ${minutes} machine minutes left in 24 h.`;
}
