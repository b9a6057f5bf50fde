/** What pull requests are called, and the word for how each stands. */

import type { PullRequest } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { shortCommit } from "./commitName";

export const PULL_STATES: Record<PullRequest["state"], { word: string; tone: Tone }> = {
  waiting: { word: "waiting for results", tone: "unresolved" },
  failed: { word: "▲ fails", tone: "worse" },
  accepted: { word: "accepted", tone: "plain" },
  passed: { word: "passes", tone: "better" },
  undecided: { word: "cannot tell", tone: "unresolved" },
};

/** "#7"; a merge group has no number. */
export function pullName({ number, head }: Pick<PullRequest, "number" | "head">): string {
  return number === null ? `Merge group ${shortCommit(head)}` : `#${number}`;
}

export function pullTitle({ title }: Pick<PullRequest, "title">): string {
  return title === "" ? "not read from the Git host yet" : title;
}
