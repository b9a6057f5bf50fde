/** Weights as a person changes them: of every member, or of every value of a tag. */

import type { SplitDetail } from "@/api/types";
import type { SplitState, Weights } from "./splitUrl";

export interface Weighable {
  key: string;
  name: string;
  /** As given; where nothing was given 1 for each variant, shared by its metrics. */
  weight: number;
  /** Its part of the load, 0 to 1. */
  share: number;
}

type Weighing = Pick<SplitState, "weights" | "weighBy">;

const SLIDER_LEAST = 4;

/** With the weights of the address, not those of the answer: it may be one to an older question. */
export function weighables(split: SplitDetail, state: Weighing): Weighable[] {
  const weights = state.weights ?? split.saved_weights;
  return state.weighBy === "tags" ? tagsOf(split, weights.tags) : membersOf(split, weights);
}

function membersOf({ members }: SplitDetail, weights: SplitDetail["saved_weights"]): Weighable[] {
  const hasTags = Object.keys(weights.tags).length > 0;
  return members.map(({ name, weight, usual_weight }) => ({
    key: name,
    name,
    weight: weights.members[name] ?? (hasTags ? 0 : usual_weight),
    share: weight,
  }));
}

function tagsOf({ members, group }: SplitDetail, given: Weights): Weighable[] {
  const values = new Map<string, { share: number; usual: number }>();
  for (const { tags, weight, usual_weight } of members) {
    const value = tags[group];
    if (value === undefined) continue;
    const known = values.get(value) ?? { share: 0, usual: 0 };
    values.set(value, { share: known.share + weight, usual: known.usual + usual_weight });
  }
  return [...values]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([value, { share, usual }]) => {
      const key = `${group}=${value}`;
      return { key, name: `${group} = ${value}`, weight: given[key] ?? usual, share };
    });
}

/** All weights with one of them changed, so that nothing else moves by itself. */
export function changedWeights(
  split: SplitDetail,
  state: Weighing,
  key: string,
  weight: number,
): { members: Weights; tags: Weights } {
  const all = Object.fromEntries(weighables(split, state).map((row) => [row.key, row.weight]));
  const changed = { ...all, [key]: weight };
  const isNothing = Object.values(changed).every((one) => one === 0);
  const kept = isNothing ? all : changed;
  return state.weighBy === "tags" ? { members: {}, tags: kept } : { members: kept, tags: {} };
}

/** End of the sliders. */
export function mostWeight(rows: readonly Weighable[]): number {
  return Math.max(SLIDER_LEAST, ...rows.map(({ weight }) => weight));
}
