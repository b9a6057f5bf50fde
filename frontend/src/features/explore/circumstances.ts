/** Code or machine: what speaks for either where the newest point differs from the commit before. */

import type { ComparedDetail, History } from "@/api/types";
import { runBefore } from "./exploreModel";
import { seriesOf } from "./lines";

/** The newest point of the only series, and a run of the commit before it; null where none is. */
export function newestPair(history: History | undefined) {
  const only = history?.series[0];
  if (history?.series.length !== 1 || only === undefined || only.bucket > 1) return null;
  const index = only.value.map((value) => value !== null).lastIndexOf(true);
  const [run, before] = [only.run[index], runBefore(only, index)];
  return run === undefined || before === null
    ? null
    : { series: seriesOf(only.series.id), run, before };
}

/** "same binary as before: not the code; the machine was not fit", or nothing. */
export function circumstancesText(
  found: Pick<ComparedDetail, "row" | "noisy_machines"> | undefined,
): string {
  if (found === undefined) return "";
  const isSame = found.row.sentence.includes("same binary");
  const isUnfit = found.noisy_machines.some(({ is_unfit }) => is_unfit);
  return [
    isSame ? "same binary as before: not the code" : "",
    isUnfit ? "the machine was not fit" : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Puts it at the end of the first line. */
export function withCircumstances(answer: string, text: string): string {
  return text === "" ? answer : `${answer.replace(/\.$/, "")}; ${text}.`;
}
