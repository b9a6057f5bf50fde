/** Form and outcome of an import, in words. */

import type { AddressImport, DirectionQuestion, Fault, ImportOutcome } from "@/api/types";
import { formatCount } from "@/units/format";

export type Direction = "lower" | "higher" | "unknown";

export interface ImportForm {
  /** Of a page, an API or a file; empty: a file is chosen. */
  address: string;
  /** What the tracker at the address wants. */
  token: string;
  testbed: string;
  branch: string;
  /** The name of its suite here; empty: as in the file. */
  suite: string;
  /** The person says that the file goes on with what stands on the branch. */
  isSameHistory: boolean;
  /** Answers to the questions, by their keys. */
  directions: Readonly<Record<string, Direction>>;
}

export const EMPTY_FORM: ImportForm = {
  address: "",
  token: "",
  testbed: "",
  branch: "",
  suite: "",
  isSameHistory: false,
  directions: {},
};

/** The server finds out by the content; what the file says of testbed and branch need not be said. */
export const ANY_FORMAT = "auto";

export function isComplete(file: File | null, address: string): boolean {
  return file !== null || /^https?:\/\/\S+$/.test(address.trim());
}

const KILO = 1024;

/** "1.2 MB so far; waiting until 14:05:10, as the tracker asked" */
export function progressText(state: AddressImport): string {
  const { bytes, wait_until: until } = state;
  const size =
    bytes >= KILO * KILO
      ? `${(bytes / KILO / KILO).toFixed(1)} MB`
      : `${Math.round(bytes / KILO)} kB`;
  if (until !== null) return `${size} so far; the tracker is left alone until ${clock(until)}`;
  return state.state === "importing" ? `${size}; reading them` : `${size} so far`;
}

function clock(time: string): string {
  return new Date(time).toLocaleTimeString("en-GB");
}

/** What a person typed; what is empty is not sent. */
export function saidOf(form: Pick<ImportForm, "testbed" | "branch" | "suite">) {
  const { testbed, branch, suite } = form;
  const said = Object.entries({ testbed, branch, suite }).map(([name, text]) => [
    name,
    text.trim(),
  ]);
  return Object.fromEntries(said.filter(([, text]) => text !== ""));
}

/** "2024-01-05 to 2025-11-02", as far as it is known. */
export function spanOf(first: string | null, last: string | null): string {
  const days = [first, last].flatMap((time) => (time === null ? [] : [time.slice(0, 10)]));
  return days.length === 0 ? "times unknown" : [...new Set(days)].join(" to ");
}

/** `direction.<key>=lower`: how answers travel. */
export function directionQuery(directions: ImportForm["directions"]): Record<string, Direction> {
  return Object.fromEntries(
    Object.entries(directions).map(([key, direction]) => [`direction.${key}`, direction]),
  );
}

/** The branch the server would take instead, where the file would mix two histories on one. */
export function branchOffered(faults: readonly Fault[]): string | undefined {
  return faults.find(({ pointer }) => pointer === "/query/branch")?.offer ?? undefined;
}

export function areAnswered(
  questions: readonly DirectionQuestion[],
  directions: ImportForm["directions"],
): boolean {
  return questions.every((question) => directions[question.key] !== undefined);
}

/** The first line of the page. */
export function answerOf(outcome: ImportOutcome | undefined): string {
  if (outcome === undefined) return "Import a history";
  if (outcome.questions.length > 0) {
    const count = outcome.questions.length;
    const directions = count === 1 ? "one direction" : `${count} directions`;
    return `The file does not say ${directions}; nothing is stored yet`;
  }
  return outcomeText(outcome);
}

function outcomeText(outcome: ImportOutcome): string {
  const { accepted, duplicates, rejected_rows: refused, reports } = outcome;
  if (outcome.is_dry) {
    return `${counted(reports, "report")} would come; nothing is stored yet`;
  }
  const parts = [
    accepted === 0 ? nothingTaken(outcome) : `${counted(accepted, "report")} taken`,
    duplicates === 0 ? "" : `${formatCount(duplicates)} known already`,
    refused === 0 ? "" : `${counted(refused, "row")} refused`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function nothingTaken({ duplicates, rejected_rows: refused }: ImportOutcome): string {
  return duplicates === 0 && refused > 0 ? "Nothing could be taken" : "Nothing new";
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "a, b and 3 more" */
export function someOf(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}
