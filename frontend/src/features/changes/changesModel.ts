/** Pure: groups of changes → the words, shapes and selection of the list. */

import type { AlertGroup, AlertGroupPage, ChangePoint, History } from "@/api/types";
import { counted } from "@/ui/words/countWords";
import { formatCount } from "@/units/format";
import { type ChangesState, pullsAsked } from "./changesUrl";

const STATE_WORDS: Record<ChangesState["state"], string> = {
  open: "open ",
  history: "",
  acknowledged: "acknowledged ",
  fixed: "fixed ",
  accepted: "accepted ",
  invalid: "invalid ",
  withdrawn: "withdrawn ",
  suspected: "suspected ",
  all: "",
};
const NOUNS: Record<ChangesState["verdict"], [string, string]> = {
  regression: ["regression", "regressions"],
  improvement: ["improvement", "improvements"],
  change: ["change of unknown direction", "changes of unknown direction"],
  "": ["change", "changes"],
};

type Found = Pick<
  AlertGroupPage,
  "total" | "changes" | "asides" | "aside_changes" | "history" | "in_pulls"
>;

/** "3 open regressions in 12 series, and 2 changes that are not the code · 9 in history.", or that there is none. */
export function answerText(
  found: Found | undefined,
  state: Pick<ChangesState, "state" | "verdict" | "isOnPulls" | "filters">,
): string {
  const [one, many] = NOUNS[state.verdict];
  const kind = STATE_WORDS[state.state];
  if (found === undefined) return "Changes";
  const changes = found.total - found.asides;
  const asides =
    found.asides === 0
      ? ""
      : counted(found.asides, "change that is not the code", "changes that are not the code");
  const isHistory = state.state === "history";
  const place = `${isHistory ? " in history" : ""}${state.isOnPulls ? " on pull requests" : ""}`;
  const elsewhere = elsewhereText(found, state);
  if (changes === 0) {
    const others = asides === "" ? "" : `; ${asides}`;
    return `No ${kind}${one}${place}${others}${elsewhere}.`;
  }
  const said = `${formatCount(changes)} ${kind}${changes === 1 ? one : many}${place}`;
  const series = counted(found.changes - found.aside_changes, "series", "series");
  const rest = asides === "" ? "" : `, and ${asides}`;
  return `${said}${place === "" ? " " : ", "}in ${series}${rest}${elsewhere}.`;
}

/** " · 9 in history · 3 on pull requests": what the list leaves out. */
function elsewhereText(
  { history, in_pulls: inPulls }: Found,
  state: Pick<ChangesState, "state" | "isOnPulls" | "filters">,
): string {
  const left: [count: number, where: string][] = [
    [state.state === "open" ? history : 0, "in history"],
    [pullsAsked(state) === "none" ? inPulls : 0, "on pull requests"],
  ];
  return left
    .filter(([count]) => count > 0)
    .map(([count, where]) => ` · ${formatCount(count)} ${where}`)
    .join("");
}

/** Line of one series and where it changed, for a sparkline. */
export interface Shape {
  values: number[];
  /** Index of the value of each commit, by commit id. */
  indexOf: Map<number, number>;
}

/** Shape of each series by its id; gaps are left out. */
export function shapesOf(histories: readonly History[]): Map<number, Shape> {
  const shapes = new Map<number, Shape>();
  for (const { commits, series } of histories) {
    for (const one of series) shapes.set(one.series.id, shapeOf(one, commits.id));
  }
  return shapes;
}

function shapeOf({ at, value }: History["series"][number], commits: readonly number[]): Shape {
  const values: number[] = [];
  const indexOf = new Map<number, number>();
  at.forEach((place, index) => {
    const here = value[index];
    if (here === null || here === undefined) return;
    indexOf.set(commits[place] ?? -1, values.length);
    values.push(here);
  });
  return { values, indexOf };
}

/** What a person can say of changes in these states. */
export type Judgement = "acknowledged" | "unacknowledged" | "rejected" | "reopened";

type Judged = Pick<ChangePoint, "state" | "cause"> & { is_acknowledged: boolean };

/** Which judgements make sense for a change as it stands. */
export function judgementsFor({ state, cause, is_acknowledged }: Judged): Judgement[] {
  if (state === "refuted") return cause === "person" || cause === "job" ? ["reopened"] : [];
  if (state === "confirmed")
    return [is_acknowledged ? "unacknowledged" : "acknowledged", "rejected"];
  return state === "suspected" || state === "fixed" ? ["rejected"] : [];
}

export const OPPOSITES: Record<Judgement, Judgement> = {
  acknowledged: "unacknowledged",
  unacknowledged: "acknowledged",
  rejected: "reopened",
  reopened: "rejected",
};

const DONE: Record<Judgement, string> = {
  acknowledged: "acknowledged",
  unacknowledged: "open again",
  rejected: "marked as not a change",
  reopened: "opened again; detection judges it again",
};

/** "3 changes acknowledged", and what it did not apply to. */
export function doneText(judgement: Judgement, changed: number, refused: number): string {
  const done = `${counted(changed, "change", "changes")} ${changed === 1 ? "is" : "are"} ${DONE[judgement]}`;
  return refused === 0 ? done : `${done}; ${formatCount(refused)} could not be`;
}

/** What a group is known by in lists: its number, or its worst change while it has none. */
export function keyOf({ number, lead }: Pick<AlertGroup, "number" | "lead">): string {
  return number === null ? `change-${lead.id}` : String(number);
}

/** States that a person can bring groups into. */
export const SAID = ["acknowledged", "accepted", "fixed", "invalid", "open"] as const;
export type SaidState = (typeof SAID)[number];

/** Into which states groups that stand like these can be brought. */
export function statesFor(groups: readonly Pick<AlertGroup, "number" | "state" | "triage">[]) {
  return new Set(groups.flatMap((group) => (group.number === null ? [] : nextOf(group))));
}

function nextOf({ state, triage }: Pick<AlertGroup, "state" | "triage">): SaidState[] {
  if (state === "invalid") return triage?.is_said === true ? ["open"] : [];
  if (state === "withdrawn" || state === "suspected") return [];
  if (state === "fixed") return triage?.is_said === true ? ["open", "invalid"] : ["invalid"];
  return SAID.filter((one) => one !== state);
}

const SAID_WORDS: Record<SaidState, string> = {
  open: "open again",
  acknowledged: "acknowledged",
  accepted: "accepted",
  fixed: "marked as fixed",
  invalid: "marked as not a change",
};

/** "3 changes are acknowledged", and what it did not apply to. */
export function saidText(state: SaidState, changed: number, refused: number): string {
  const done = `${counted(changed, "change")} ${changed === 1 ? "is" : "are"} ${SAID_WORDS[state]}`;
  return refused === 0 ? done : `${done}; ${formatCount(refused)} could not be`;
}

/** Changes that count in these groups. */
export function changesOf(groups: readonly AlertGroup[]): number {
  return groups.reduce((sum, { changes }) => sum + changes, 0);
}
