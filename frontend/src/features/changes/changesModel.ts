/** Pure: change points → the order and the words of the list. */

import type { ChangePoint, Facets, History } from "@/api/types";
import { isEnvironment } from "@/ui/changeWords";
import { formatCount } from "@/units/format";
import type { ChangesState } from "./changesUrl";

/** Newest commits first as the server sends them, or the largest effect first. */
export function inOrder(
  changes: readonly ChangePoint[],
  order: ChangesState["order"],
): ChangePoint[] {
  if (order === "newest") return [...changes];
  return [...changes].sort((a, b) => sizeOf(b) - sizeOf(a));
}

/** Half as much and twice as much are changes of one size; events of the environment come last. */
function sizeOf(change: ChangePoint): number {
  if (isEnvironment(change)) return -1;
  const { ratio } = change;
  if (ratio === null || ratio <= 0 || !Number.isFinite(ratio)) return Number.POSITIVE_INFINITY;
  return Math.abs(Math.log(ratio));
}

const STATE_WORDS: Record<ChangesState["state"], string> = {
  open: "open ",
  suspected: "suspected ",
  confirmed: "confirmed ",
  fixed: "fixed ",
  refuted: "refuted ",
  cleared: "cleared ",
  withdrawn: "withdrawn ",
  all: "",
};
const NOUNS: Record<string, [string, string]> = {
  regression: ["regression", "regressions"],
  improvement: ["improvement", "improvements"],
  change: ["change of unknown direction", "changes of unknown direction"],
  "": ["change", "changes"],
};

/** "12 open regressions.", or that there is none. */
export function answerText(total: number | undefined, state: ChangesState): string {
  const [one, many] = NOUNS[state.verdict] ?? ["change", "changes"];
  const kind = STATE_WORDS[state.state];
  if (total === undefined) return "Changes";
  if (total === 0) return `No ${kind}${one}.`;
  return `${formatCount(total)} ${kind}${total === 1 ? one : many}.`;
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

/** Choices of a filter: every value of the facet, and whatever is chosen already. */
export function choicesOf(facets: Facets | undefined, name: string, chosen: string): string[] {
  const facet = facets?.facets.find((one) => one.name === name);
  const known = (facet?.choices ?? []).map((choice) => String(choice.value));
  return chosen === "" || known.includes(chosen) ? known : [...known, chosen];
}
