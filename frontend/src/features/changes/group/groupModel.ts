/** Pure: an alert group → what its page says. */

import type { AlertGroup, AlertGroupDetail, Deed } from "@/api/types";
import { parametersText } from "@/ui/links/SeriesName";
import { changeText } from "@/ui/words/changeWords";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { isHistory } from "@/ui/words/groupWords";
import { formatCount } from "@/units/format";

/** "Change #12: search wall_time 4.8 % slower [3.1, 6.4], and 3 more series". */
export function groupAnswer({ number, lead, series }: AlertGroup): string {
  const effect = changeText(lead);
  const { benchmark, parameters, metric } = lead.series;
  // "46.6 % lower throughput" names its metric
  const isNamed = ` ${effect} `.includes(` ${metric} `);
  const name = [benchmark, parametersText(parameters), isNamed ? "" : metric];
  const more = series > 1 ? `, and ${counted(series - 1, "more series", "more series")}` : "";
  return `Change #${number}: ${name.filter(Boolean).join(" ")} ${effect}${more}`;
}

/** "open", "history: old when it was imported", "fixed by Ada", "fixed: the level came back". */
export function groupStanding(group: Pick<AlertGroup, "state" | "triage" | "is_history">): string {
  const { state, triage } = group;
  if (isHistory(group)) return "history: old when its results were imported";
  if (triage?.is_said === true && triage.by !== null) return `${state} by ${triage.by}`;
  return {
    open: "open",
    acknowledged: "acknowledged",
    fixed: "fixed: the level came back",
    accepted: "accepted",
    invalid: "no change, by re-runs or a person",
    withdrawn: "withdrawn: later results do not show it",
    suspected: "suspected",
  }[state];
}

/** Why it stands so, in quotation marks; empty where the state says the same. */
export function reasonText(group: Pick<AlertGroup, "state" | "triage" | "is_history">): string {
  const why = group.triage?.why ?? "";
  return why === "" || groupStanding(group).endsWith(why) ? "" : ` “${why}”`;
}

/** What an undo bar says of each field. */
export const EDITED = {
  assignee: "Assignee changed",
  due_on: "Due date changed",
  tags: "Tags changed",
  issue_url: "Issue linked",
  culprit: "Cause changed",
} as const;

const DEEDS: Record<string, (text: string) => string> = {
  note: () => "wrote",
  open: () => "opened it again",
  acknowledged: () => "acknowledged it",
  accepted: () => "accepted it",
  invalid: () => "marked it as not a change",
  assignee: (text) => (text === "" ? "unassigned it" : `assigned it to ${text}`),
  assigned: (text) => `assigned it to ${text}, the author of every commit in question`,
  due_on: (text) => (text === "" ? "removed the due date" : `set the due date to ${text}`),
  tags: (text) => (text === "" ? "removed all tags" : `tagged it ${text}`),
  issue_url: (text) => (text === "" ? "removed the issue" : `linked ${text}`),
  culprit: (text) =>
    text === "" ? "cleared the cause" : `marked ${shortCommit(text)} as the cause`,
  sent: (text) => `moved ${changesTo(text)}`,
  received: (text) => `received ${changesTo(text)}`,
  opened: (text) => `opened it with ${counted(Number(text), "series", "series")}`,
  grew: (text) => `found more: ${counted(Number(text), "change", "changes")} now`,
  narrowed: () => "narrowed the commits in question",
  withdrawn: (text) => `took it back: ${text}`,
  rules_changed: () => "judged it by other thresholds, without notifications",
  reopened: (text) => `opened it again: ${counted(Number(text), "change", "changes")} stand`,
};

/** "3 to 12" → "3 series to change #12". */
function changesTo(text: string): string {
  const [count, way, number] = text.split(" ");
  return `${counted(Number(count), "series", "series")} ${way} change #${number}`;
}

/** "Ada assigned it to Bob"; what nobody did, Tidemark did. */
export function storyText({ author, kind, text }: Pick<Deed, "author" | "kind" | "text">): string {
  const who = author === "" ? "Tidemark" : author;
  if (kind === "fixed") return author === "" ? "The level came back" : `${who} marked it as fixed`;
  const said = DEEDS[kind]?.(text) ?? kind;
  return `${who} ${said}`;
}

/** Entries whose text stands below them: what a person wrote in their own words. */
export function ownWords({ kind, text }: Pick<Deed, "kind" | "text">): string {
  return ["note", "open", "acknowledged", "accepted", "invalid"].includes(kind) ||
    (kind === "fixed" && !/^\d+$/.test(text))
    ? text
    : "";
}

/** Why a group may blame fewer commits than its worst change does; null where both say the same. */
export function narrowedText({ cause, commits, lead, series }: AlertGroup): string | null {
  // one that was taken back has no commits in question, which says nothing of other series
  const isNarrower = commits.count > 0 && commits.count < lead.suspects;
  if (cause !== "code" || series < 2 || !isNarrower) return null;
  return `This series alone narrows it to ${counted(lead.suspects, "commit")}; other series narrow it further.`;
}

/** "12 regressions and 3 improvements in 9 series" */
export function sizeText({ regressions, improvements, changes, series }: AlertGroup): string {
  const others = changes - regressions - improvements;
  const parts = [
    regressions > 0 ? counted(regressions, "regression", "regressions") : "",
    improvements > 0 ? counted(improvements, "improvement", "improvements") : "",
    others > 0 ? counted(others, "other change", "other changes") : "",
  ].filter((part) => part !== "");
  return `${parts.join(", ")} in ${formatCount(series)} series`;
}

/** Whether other testbeds, which measure the same, agree; null where there is no other. */
export function placesText(places: AlertGroupDetail["places"]): string | null {
  if (places.length < 2) return null;
  const of = places[0]?.of ?? 0;
  const told = places.map(({ testbed, measured, moved }) => {
    const parts = [
      moved > 0 ? `${formatCount(moved)} moved` : "",
      measured > moved ? `${formatCount(measured - moved)} did not` : "",
      of > measured ? `${formatCount(of - measured)} not measured on both sides` : "",
    ].filter((part) => part !== "");
    return `on ${testbed} ${parts.join(", ")}`;
  });
  return `Of the ${counted(of, "result", "results")} that moved somewhere, ${told.join("; ")}.`;
}

/** Tags as one line of text and back. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** What a group is tagged with once some more tags are added. */
export function withTags(has: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...has, ...more])];
}

/** The day from which notifications are sent again; null where they are sent now. */
export function mutedUntilOf({ triage }: Pick<AlertGroup, "triage">): string | null {
  const until = triage?.muted_until ?? null;
  return until !== null && Date.parse(until) > Date.now() ? until.slice(0, 10) : null;
}
