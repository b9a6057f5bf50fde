/** Frames of a flame graph as a tree: what a stack sampler saw, of one profile or of two. */

/** A frame below its callers. Counts are samples; `base…` are those of the profile compared with. */
export interface Frame {
  name: string;
  /** Samples whose innermost frame this is. */
  own: number;
  baseOwn: number;
  /** Samples with this frame and these callers. */
  total: number;
  baseTotal: number;
  children: Frame[];
}

/** A stack, root first, and how often each profile saw it. */
export interface Stack {
  frames: readonly string[];
  count: number;
  baseCount: number;
}

function newFrame(name: string): Frame {
  return { name, own: 0, baseOwn: 0, total: 0, baseTotal: 0, children: [] };
}

/** The tree of all stacks below one root; `isInverted` starts from the innermost functions. */
export function treeOf(stacks: Iterable<Stack>, rootName: string, isInverted = false): Frame {
  const root = newFrame(rootName);
  const known = new Map<Frame, Map<string, Frame>>();
  for (const { frames, count, baseCount } of stacks) {
    let at = root;
    at.total += count;
    at.baseTotal += baseCount;
    const last = frames.length - 1;
    for (let place = 0; place <= last; place += 1) {
      at = childOf(known, at, frames[isInverted ? last - place : place] ?? "");
      at.total += count;
      at.baseTotal += baseCount;
    }
    at.own += count;
    at.baseOwn += baseCount;
  }
  return root;
}

/** Among so many children one is found by looking at each; nearly all frames have fewer. */
const FEW = 8;

function childOf(known: Map<Frame, Map<string, Frame>>, parent: Frame, name: string): Frame {
  const { children } = parent;
  if (children.length <= FEW) {
    return children.find((one) => one.name === name) ?? added(parent, newFrame(name));
  }
  let names = known.get(parent);
  if (names === undefined) {
    names = new Map(children.map((one) => [one.name, one]));
    known.set(parent, names);
  }
  const child = names.get(name);
  if (child !== undefined) return child;
  const made = added(parent, newFrame(name));
  names.set(name, made);
  return made;
}

function added(parent: Frame, child: Frame): Frame {
  parent.children.push(child);
  return child;
}
