/** Frames of a flame graph: what a stack sampler saw, of one profile or of two. */

/**
 * Every frame below its callers, in columns and in the order of a walk from the root, siblings by
 * name. A frame is its place in them, the same for the same profiles, so that it can be in an
 * address; an object for each of a hundred thousand takes longer to make than to draw.
 */
export interface Frames {
  names: readonly string[];
  /** Samples whose innermost frame this is; `base…` are those of the profile compared with. */
  own: Float64Array;
  baseOwn: Float64Array;
  /** Samples with this frame and these callers. */
  total: Float64Array;
  baseTotal: Float64Array;
  /** Callers up to the root, which has none. */
  depth: Int32Array;
  /** The caller; the root's is none of the places. */
  parent: Int32Array;
  /** The place behind a frame and all that it calls: that of its next sibling, if it has one. */
  end: Int32Array;
}

/** Place of the frame that calls all others. */
export const ROOT = 0;
const NONE = -1;
/** Among so many children one is found by looking at each; nearly all frames have fewer. */
const FEW = 8;

/** Collects stacks; frames are numbered as they are met, and walked in their order at the end. */
export class FrameTree {
  private readonly names: string[];
  private readonly parents = [NONE];
  private readonly own = [0];
  private readonly baseOwn = [0];
  private readonly firstChild = [NONE];
  private readonly lastChild = [NONE];
  private readonly nextSibling = [NONE];
  private readonly children = [0];
  private readonly byName = new Map<number, Map<string, number>>();

  constructor(rootName: string) {
    this.names = [rootName];
  }

  /** The number of a callee, made where it is met for the first time. */
  childOf(parent: number, name: string): number {
    const many = this.children[parent] as number;
    if (many > FEW) return this.childByName(parent, name);
    let child = this.firstChild[parent] as number;
    while (child !== NONE && this.names[child] !== name) child = this.nextSibling[child] as number;
    return child === NONE ? this.added(parent, name) : child;
  }

  /** Counts samples whose innermost frame has this number. */
  count(frame: number, samples: number, baseSamples: number): void {
    (this.own[frame] as number) += samples;
    (this.baseOwn[frame] as number) += baseSamples;
  }

  walked(): Frames {
    const size = this.names.length;
    const frames = {
      names: new Array<string>(size),
      own: new Float64Array(size),
      baseOwn: new Float64Array(size),
      total: new Float64Array(size),
      baseTotal: new Float64Array(size),
      depth: new Int32Array(size),
      parent: new Int32Array(size),
      end: new Int32Array(size),
    };
    const placeOf = new Int32Array(size);
    const waiting = [ROOT];
    for (let place = 0; place < size; place += 1) {
      const frame = waiting.pop() as number;
      const parent = frame === ROOT ? NONE : (placeOf[this.parents[frame] as number] as number);
      placeOf[frame] = place;
      frames.names[place] = this.names[frame] as string;
      frames.own[place] = this.own[frame] as number;
      frames.baseOwn[place] = this.baseOwn[frame] as number;
      frames.parent[place] = parent;
      frames.depth[place] = parent === NONE ? 0 : (frames.depth[parent] as number) + 1;
      this.pushLastNameFirst(frame, waiting);
    }
    addUp(frames);
    return frames;
  }

  private childByName(parent: number, name: string): number {
    let known = this.byName.get(parent);
    if (known === undefined) {
      known = new Map(this.childrenOf(parent).map((child) => [this.names[child] as string, child]));
      this.byName.set(parent, known);
    }
    const child = known.get(name) ?? this.added(parent, name);
    known.set(name, child);
    return child;
  }

  private added(parent: number, name: string): number {
    const frame = this.names.length;
    const elder = this.lastChild[parent] as number;
    if (elder === NONE) this.firstChild[parent] = frame;
    else this.nextSibling[elder] = frame;
    this.lastChild[parent] = frame;
    (this.children[parent] as number) += 1;
    this.names.push(name);
    this.parents.push(parent);
    this.own.push(0);
    this.baseOwn.push(0);
    this.children.push(0);
    this.firstChild.push(NONE);
    this.lastChild.push(NONE);
    this.nextSibling.push(NONE);
    return frame;
  }

  private childrenOf(parent: number): number[] {
    const found: number[] = [];
    let child = this.firstChild[parent] as number;
    for (; child !== NONE; child = this.nextSibling[child] as number) found.push(child);
    return found;
  }

  private pushLastNameFirst(parent: number, waiting: number[]): void {
    const many = this.children[parent] as number;
    if (many === 1) waiting.push(this.firstChild[parent] as number);
    if (many <= 1) return;
    const { names } = this;
    const found = this.childrenOf(parent);
    // no two siblings have one name
    found.sort((a, b) => ((names[a] as string) < (names[b] as string) ? 1 : -1));
    for (const child of found) waiting.push(child);
  }
}

/** Totals and ends of frames, from the innermost to the root. */
function addUp({ own, baseOwn, total, baseTotal, parent, end }: Frames): void {
  for (let place = own.length - 1; place >= ROOT; place -= 1) {
    (total[place] as number) += own[place] as number;
    (baseTotal[place] as number) += baseOwn[place] as number;
    end[place] = Math.max(end[place] as number, place + 1);
    if (place === ROOT) return;
    const caller = parent[place] as number;
    (total[caller] as number) += total[place] as number;
    (baseTotal[caller] as number) += baseTotal[place] as number;
    end[caller] = Math.max(end[caller] as number, end[place] as number);
  }
}

/** The same samples from the innermost functions to the root. */
export function inverted({ names, own, baseOwn, parent }: Frames): Frames {
  const tree = new FrameTree(names[ROOT] as string);
  for (let place = ROOT; place < names.length; place += 1) {
    const [samples, baseSamples] = [own[place] as number, baseOwn[place] as number];
    if (samples === 0 && baseSamples === 0) continue;
    let frame = ROOT;
    for (let at = place; at !== ROOT; at = parent[at] as number) {
      frame = tree.childOf(frame, names[at] as string);
    }
    tree.count(frame, samples, baseSamples);
  }
  return tree.walked();
}

/** What a frame calls, by name. */
export function* calleesOf({ end }: Frames, frame: number): Generator<number> {
  const behind = end[frame] as number;
  for (let callee = frame + 1; callee < behind; callee = end[callee] as number) yield callee;
}
