/** State of the page of a split ↔ its query string: weights, grouping, axes, and sides of a new one. */

import { choiceOf, listOf, type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

/** Weights by name of a member, or by `key=value` of a tag. */
export type Weights = Record<string, number>;

export interface SplitState {
  /** Null: those that were saved. */
  weights: { members: Weights; tags: Weights } | null;
  weighBy: "members" | "tags";
  /** Tag by which members are grouped; empty: the first that divides them; "none": no groups. */
  group: string;
  x: string;
  y: string;
  bars: "chart" | "table";
  front: "chart" | "table";
  /** Sides of a split that is not kept yet, as the server takes them. */
  sides: RawSearch;
}

const SIDE = /^(baseline|contender)(\.param\..+)?$|^(suite|testbed|branch|metric)$/;
const VIEWS = ["chart", "table"] as const;

export const splitCodec: UrlCodec<SplitState> = {
  parse: (raw) => ({
    weights: weightsOf(raw),
    weighBy: choiceOf(raw, "by", ["members", "tags"]),
    group: textOf(raw, "group") ?? "",
    x: textOf(raw, "x") ?? "",
    y: textOf(raw, "y") ?? "",
    bars: choiceOf(raw, "bars", VIEWS),
    front: choiceOf(raw, "front", VIEWS),
    sides: Object.fromEntries(Object.entries(raw).filter(([name]) => SIDE.test(name))),
  }),
  format: (state) => {
    const raw: RawSearch = { ...state.sides, ...weightQuery(state.weights) };
    if (state.weighBy !== "members") raw.by = state.weighBy;
    if (state.group !== "") raw.group = state.group;
    if (state.x !== "") raw.x = state.x;
    if (state.y !== "") raw.y = state.y;
    if (state.bars !== "chart") raw.bars = state.bars;
    if (state.front !== "chart") raw.front = state.front;
    return raw;
  },
};

function weightsOf(raw: RawSearch): SplitState["weights"] {
  const members = readWeights(listOf(raw, "weight"));
  const tags = readWeights(listOf(raw, "tag_weight"));
  const isGiven = Object.keys(members).length + Object.keys(tags).length > 0;
  return isGiven ? { members, tags } : null;
}

function readWeights(texts: readonly string[]): Weights {
  const found: Weights = {};
  for (const text of texts) {
    const [number = "", ...rest] = text.split(":");
    const weight = Number(number);
    const name = rest.join(":");
    if (name !== "" && number.trim() !== "" && Number.isFinite(weight) && weight >= 0)
      found[name] = weight;
  }
  return found;
}

/** Weights as the server takes them: `weight=3:random_mixed`, `tag_weight=2:size=small`. */
export function weightQuery(weights: SplitState["weights"]): {
  weight?: string[];
  tag_weight?: string[];
} {
  const written = (of: Weights) => Object.entries(of).map(([name, weight]) => `${weight}:${name}`);
  const members = written(weights?.members ?? {});
  const tags = written(weights?.tags ?? {});
  return {
    ...(members.length === 0 ? {} : { weight: members }),
    ...(tags.length === 0 ? {} : { tag_weight: tags }),
  };
}
