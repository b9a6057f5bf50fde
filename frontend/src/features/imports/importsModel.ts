/** Form and outcome of an import, in words. */

import type { DirectionQuestion, Fault, ImportOutcome } from "@/api/types";
import { formatCount } from "@/units/format";

export type Direction = "lower" | "higher" | "unknown";

export interface ImportForm {
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
  testbed: "",
  branch: "main",
  suite: "",
  isSameHistory: false,
  directions: {},
};

/** Tables are read as Apache Otava reads them. */
export function formatOf(file: File): "otava-csv" | "github-action-benchmark" {
  return /\.[ct]sv(\.gz)?$/i.test(file.name) ? "otava-csv" : "github-action-benchmark";
}

export function isComplete(form: ImportForm, file: File | null): boolean {
  return file !== null && form.testbed.trim() !== "" && form.branch.trim() !== "";
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
  const { accepted, duplicates, rejected_rows: refused } = outcome;
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
