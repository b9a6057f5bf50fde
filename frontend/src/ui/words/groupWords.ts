/** What is known of changes with one cause, in words. */

import type { AlertGroup } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { formatCount } from "@/units/format";
import { isOfControl, namedDifferences, oneCommitText, pauseOf } from "./changeWords";
import { shortCommit } from "./commitName";
import { counted } from "./countWords";

/** "12 series moved: 8 worse, 4 better"; empty where only one moved. Of a machine, whom it concerns. */
export function movedText({ cause, series, regressions, improvements }: AlertGroup): string {
  if (series < 2) return "";
  if (cause === "machine") return `${formatCount(series)} series begin a new level, moved or not`;
  const parts = [
    regressions > 0 ? `${formatCount(regressions)} worse` : "",
    improvements > 0 ? `${formatCount(improvements)} better` : "",
  ].filter((part) => part !== "");
  const ways = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  return `${formatCount(series)} series changed${ways}`;
}

/** Where the cause is, as far as all changes of the group agree. */
export function whereText(group: AlertGroup): string {
  const { cause, commits, lead } = group;
  if (cause === "machine") {
    return `no commit is blamed: ${namedDifferences(lead) || "a machine changed"}`;
  }
  if (cause === "same_binary") {
    return isOfControl(lead)
      ? "not the code: fixed work of the agent, so what moved is the machine"
      : "not the code: the same binary ran before and after";
  }
  if (cause === "code" && commits.count <= 1)
    return `most likely ${oneCommitText(commits.since.name, pauseOf(group))} (95 % confidence)`;
  const first = commits.named[0];
  const last = commits.named.at(-1);
  const range =
    first === undefined || last === undefined
      ? ""
      : `: ${shortCommit(first.name)} … ${shortCommit(last.name)}`;
  if (cause === "drift")
    return `spread over ${counted(commits.count, "commit", "commits")}${range}`;
  const kind = lead.series.branch === "" ? "commits" : `commits of ${lead.series.branch}`;
  return `most likely one of ${formatCount(commits.count)} ${kind} (95 % confidence)${range}`;
}

/** "bench-1, branch next": where the named members were measured; the usual branches go unnamed. */
export function placesText({ members, lead }: AlertGroup): string {
  const { branch } = lead.series;
  const isUsual = branch === "" || branch === "main" || branch === "master";
  return `${testbedsText(members)}${isUsual ? "" : `, branch ${branch}`}`;
}

function testbedsText(members: AlertGroup["members"]): string {
  const testbeds = [...new Set(members.map(({ series }) => series.testbed))];
  return testbeds.length > 2
    ? counted(testbeds.length, "testbed", "testbeds")
    : testbeds.join(" and ");
}

/** The code may have done it, at one commit or over many: it asks for attention. */
export function isOfCode({ cause }: Pick<AlertGroup, "cause">): boolean {
  return cause === "code" || cause === "drift";
}

const TONES: Partial<Record<AlertGroup["state"], Tone>> = { open: "worse" };

/** Nobody acted on it, and it was found in results imported later: it is not open. */
export function isHistory(group: Pick<AlertGroup, "state" | "is_history">): boolean {
  return group.state === "open" && group.is_history;
}

export function stateName(group: AlertGroup): string {
  return isHistory(group) ? "history" : group.state;
}

/** Only what is open and worse asks by colour; the word stands there in every case. */
export function stateTone(group: AlertGroup): Tone {
  if (isHistory(group)) return "plain";
  if (!isOfCode(group) || group.regressions === 0) return "plain";
  return TONES[group.state] ?? "plain";
}
