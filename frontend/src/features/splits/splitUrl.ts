/** State of the page of a split ↔ its query string: weights, grouping, axes, and sides of a new one. */

import { codecOf, oneOf, type StateOf, TEXT, type UrlField, under } from "@/ui/url/urlFields";
import { listOf, type RawSearch } from "@/ui/url/urlState";

/** Weights by name of a member, or by `key=value` of a tag. */
export type Weights = Record<string, number>;

const SIDE = /^(baseline|contender)(\.param\..+)?$|^(suite|testbed|branch|metric)$/;
const VIEWS = ["chart", "table"] as const;

export const splitCodec = codecOf({
  /** Sides of a split that is not kept yet, as the server takes them. */
  sides: {
    parse: (raw) => Object.fromEntries(Object.entries(raw).filter(([name]) => SIDE.test(name))),
    format: (sides) => sides,
  } as UrlField<RawSearch>,
  /** Null: those that were saved. */
  weights: { parse: weightsOf, format: weightQuery } as UrlField<SavedWeights | null>,
  weighBy: under("by", oneOf(["members", "tags"])),
  /** Tag by which members are grouped; empty: the first that divides them; "none": no groups. */
  group: TEXT,
  x: TEXT,
  y: TEXT,
  bars: oneOf(VIEWS),
  front: oneOf(VIEWS),
});
export type SplitState = StateOf<typeof splitCodec>;

interface SavedWeights {
  members: Weights;
  tags: Weights;
}

function weightsOf(raw: RawSearch): SavedWeights | null {
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
export function weightQuery(weights: SavedWeights | null): {
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
