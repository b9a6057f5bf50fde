/** What samples are worth, what differs beyond counting error, and how it is said. */

import type { ProfileDetail, ProfilePlace } from "@/api/types";
import type { Tint } from "@/charts/flame/flamePaint";
import { type Frames, ROOT } from "@/charts/flame/flameTree";
import { parametersText } from "@/ui/links/SeriesName";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { formatIn, formatNumber, formatValue, THIN } from "@/units/format";
import { type Scale, scaleFor } from "@/units/scale";
import { formatShare } from "@/units/share";
import type { FunctionTime } from "./functionTimes";

type Sampled = Pick<ProfileDetail, "kind" | "samples" | "cpu_s" | "repetitions">;

type Unit = "s" | "share" | "B" | "1";

/** What one sample of each profile is worth, and all of them. */
export interface Measure {
  /**
   * Seconds of CPU time a repetition, or `share` where either profile does not say; bytes
   * and calls where allocations are counted.
   */
  unit: Unit;
  perSample: number;
  basePerSample: number;
  whole: number;
  baseWhole: number;
  /** From how many standard errors on a difference is significant. */
  told: number;
}

/** What is counted one by one, and differs by what it differs. */
export function isExact({ unit }: Pick<Measure, "unit">): boolean {
  return unit === "B" || unit === "1";
}

/** What the width of a frame is, in words. */
export function quantityText({ unit }: Pick<Measure, "unit">): string {
  if (unit === "B") return "bytes allocated";
  return unit === "1" ? "allocations" : "CPU time";
}

export function measureOf(profile: Sampled, base: Sampled | null): Measure {
  const isOfOneKind = base === null || base.kind === profile.kind;
  return profile.kind !== "cpu" && isOfOneKind
    ? countedMeasure(profile, base)
    : sampledMeasure(profile, base);
}

function countedMeasure({ kind, samples }: Sampled, base: Sampled | null): Measure {
  const unit = kind === "allocations" ? "1" : "B";
  const baseWhole = base?.samples ?? 0;
  return { unit, perSample: 1, basePerSample: 1, whole: samples, baseWhole, told: 0 };
}

function sampledMeasure(profile: Sampled, base: Sampled | null): Measure {
  const seconds = secondsPerSample(profile);
  const baseSeconds = base === null ? 0 : secondsPerSample(base);
  const isTimed = seconds !== null && baseSeconds !== null;
  const perSample = isTimed ? seconds : 1 / Math.max(1, profile.samples);
  const ofBase = base === null ? 0 : isTimed ? baseSeconds : 1 / Math.max(1, base.samples);
  return {
    unit: isTimed ? "s" : "share",
    perSample,
    basePerSample: ofBase,
    whole: perSample * profile.samples,
    baseWhole: ofBase * (base?.samples ?? 0),
    told: DEVIATE,
  };
}

function secondsPerSample({ samples, cpu_s, repetitions }: Sampled): number | null {
  if (cpu_s === null || repetitions === null || samples === 0 || repetitions === 0) return null;
  return cpu_s / repetitions / samples;
}

/** Contender less baseline with the ends of its interval, in the unit of the measure. */
export interface Difference {
  value: number;
  low: number;
  high: number;
  isSignificant: boolean;
}

/** Normal deviate of 95 %. */
const DEVIATE = 1.96;

/** Counts as of a Poisson process: what repeating the runs would add is not in the interval. */
export function differenceOf(count: number, baseCount: number, measure: Measure): Difference {
  const { perSample, basePerSample } = measure;
  const value = count * perSample - baseCount * basePerSample;
  if (isExact(measure)) return { value, low: value, high: value, isSignificant: value !== 0 };
  // one sample more than were seen, so that a function seen once in one profile proves nothing
  const error = Math.sqrt((count + 1) * perSample ** 2 + (baseCount + 1) * basePerSample ** 2);
  const [low, high] = [value - DEVIATE * error, value + DEVIATE * error];
  return { value, low, high, isSignificant: Math.abs(value) > measure.told * error };
}

/** Standard errors between two counts. */
function deviateOf(count: number, baseCount: number, measure: Measure): number {
  const { value, high } = differenceOf(count, baseCount, measure);
  return Math.abs(value / ((high - value) / DEVIATE));
}

/** Part of what is called different that may be chance. */
const FALSE_SHARE = 0.05;

/**
 * The measure for a comparison of many functions at once: among thousands some differ by chance,
 * so significant differences are held to a share of false discoveries (Benjamini and Hochberg, 1995).
 */
export function holdingDiscoveries(measure: Measure, functions: readonly FunctionTime[]): Measure {
  if (isExact(measure)) return measure;
  const deviates = functions
    .flatMap((one) => [
      deviateOf(one.own, one.baseOwn, measure),
      deviateOf(one.total, one.baseTotal, measure),
    ])
    .sort((a, b) => b - a);
  const allowed = (place: number) => (FALSE_SHARE * (place + 1)) / deviates.length;
  const convincing = deviates.filter((deviate, place) => bothTails(deviate) <= allowed(place));
  // Up to the last that convinces: those before it need not do so by themselves.
  const told = convincing.at(-1) ?? Number.POSITIVE_INFINITY;
  return { ...measure, told: Math.max(DEVIATE, told * (1 - 1e-9)) };
}

/** Chance of a normal deviate at least this far from 0 (Abramowitz and Stegun 26.2.17, ± 1e-7). */
function bothTails(deviate: number): number {
  const t = 1 / (1 + 0.2316419 * deviate);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduceRight((rest, term) => (rest + term) * t, 0);
  return 2 * sum * Math.exp((-deviate * deviate) / 2) * Math.sqrt(1 / (2 * Math.PI));
}

/** "4.1 ms", "12 kB", "1 024 calls" or "9.1 %". */
export function amountText(amount: number, { unit }: Pick<Measure, "unit">): string {
  if (unit === "share") return formatShare(amount);
  return unit === "1" ? counted(amount, "call") : formatValue(amount, unit);
}

/** "+1.4 ms [1.2, 1.6]": a plus where it is more, in the scale of the farther end. */
function differenceText(difference: Difference, measure: Pick<Measure, "unit">): string {
  const { value, low, high } = difference;
  const { unit } = measure;
  if (isExact(measure)) return `${value < 0 ? "−" : "+"}${amountText(Math.abs(value), measure)}`;
  const farther = Math.max(Math.abs(low), Math.abs(high));
  const scale = unit === "s" ? scaleFor("s", farther) : SHARES;
  const [one, interval] = differenceParts(difference, scale);
  return `${one}${THIN}${unit === "s" ? scale.label : "points"} ${interval}`;
}

/** "+1.4 [1.2, 1.6]" in the scale of a column. */
export function differenceIn(difference: Difference, scale: Scale): string {
  const [one, interval] = differenceParts(difference, scale);
  return difference.low === difference.high ? one : `${one} ${interval}`;
}

function differenceParts({ value, low, high }: Difference, scale: Scale): [string, string] {
  const text = (amount: number) => formatIn(amount, scale);
  return [`${value > 0 ? "+" : ""}${text(value)}`, `[${text(low)}, ${text(high)}]`];
}

const SHARES: Scale = { divisor: 0.01, label: "%" };
const CALLS: Scale = { divisor: 1, label: "calls" };

/** One scale for every amount of a table, that of a tenth of the whole, so that they compare. */
export function columnScale({ unit, whole, baseWhole }: Measure): Scale {
  if (unit === "1") return CALLS;
  return unit === "share" ? SHARES : scaleFor(unit, Math.max(whole, baseWhole) / 10);
}

/** What is known of a frame, in one line. */
export function frameText(
  frames: Frames,
  frame: number,
  measure: Measure,
  isCompared: boolean,
): string {
  const total = frames.total[frame] ?? 0;
  const parts = [
    `${frames.names[frame]}: ${partText(total, measure)} with what it calls`,
    `${partText(frames.own[frame] ?? 0, measure)} in itself`,
  ];
  if (isCompared) {
    const difference = differenceOf(total, frames.baseTotal[frame] ?? 0, measure);
    const told = difference.isSignificant || isExact(measure) ? "" : ", not significant";
    parts.push(`${differenceText(difference, measure)} against the baseline${told}`);
  }
  return `${parts.join("; ")}.`;
}

function partText(count: number, measure: Measure): string {
  const share = formatShare(measure.whole === 0 ? 0 : (count * measure.perSample) / measure.whole);
  if (measure.unit === "share") return share;
  return `${amountText(count * measure.perSample, measure)} (${share})`;
}

/** Marks at the end of names, as the agent writes them. */
const KERNEL = "_[k]";
const INLINED = "_[i]";

export const KINDS = [
  { name: "program", token: "--series-1" },
  { name: "merged into its caller by the compiler", token: "--series-3" },
  { name: "kernel", token: "--series-2" },
  { name: "without a name", token: "--series-muted" },
] as const;

/** Tint by what a frame is. */
export function kindTint(name: string): Tint {
  let kind = 0;
  if (name.endsWith(INLINED)) kind = 1;
  else if (name.endsWith(KERNEL)) kind = 2;
  else if (name === "" || /^(\[.*\]|0x[\da-f]+)$/.test(name)) kind = 3;
  return { token: KINDS[kind]?.token ?? KINDS[0].token, strength: 0.6 };
}

/** Share of all time from which on a difference has its full colour. */
export const FULL_COLOUR = 0.1;
const FAINTEST = 0.2;

/** Tint by the difference; what is not significant stays grey. */
export function differenceTint(
  { total, baseTotal }: Frames,
  frame: number,
  measure: Measure,
): Tint {
  const difference = differenceOf(total[frame] ?? 0, baseTotal[frame] ?? 0, measure);
  if (!difference.isSignificant) return { token: "--unresolved", strength: 0 };
  const share = Math.abs(difference.value) / Math.max(measure.whole, measure.baseWhole);
  return {
    token: difference.value > 0 ? "--worse" : "--better",
    strength: Math.min(1, FAINTEST + share / FULL_COLOUR),
  };
}

/** Frames whose name holds the text, and the share of time in them and in what they call. */
export function searchFrames({ names, total, end }: Frames, text: string) {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return null;
  const found = new Set<number>();
  let samples = 0;
  let behind = ROOT;
  for (let frame = ROOT + 1; frame < names.length; frame += 1) {
    if (!names[frame]?.toLowerCase().includes(wanted)) continue;
    found.add(frame);
    // what is below a frame that was found is in its samples already
    if (frame >= behind) {
      samples += total[frame] ?? 0;
      behind = end[frame] ?? behind;
    }
  }
  return { found, samples };
}

/** First line of the page. */
export function answerText(
  functions: readonly FunctionTime[],
  measure: Measure,
  isCompared: boolean,
): string {
  return isCompared ? comparedAnswer(functions, measure) : ownAnswer(functions, measure);
}

function ownAnswer(functions: readonly FunctionTime[], measure: Measure): string {
  const top = best(functions, ({ own }) => own);
  if (top === undefined || top.own === 0) return "The profile has no samples.";
  if (isExact(measure)) {
    const share = formatShare(top.own / measure.whole);
    return measure.unit === "B"
      ? `${top.name} asks for ${share} of all bytes allocated by itself.`
      : `${top.name} makes ${share} of all allocations by itself.`;
  }
  const [share, low, high] = shareInterval(top.own, Math.round(measure.whole / measure.perSample));
  return `${top.name} takes ${share}${THIN}% [${low}, ${high}] of the CPU time by itself.`;
}

/** Wilson's interval of a share, in percent. */
function shareInterval(count: number, all: number): [string, string, string] {
  const share = count / all;
  const spread = DEVIATE ** 2 / all;
  const middle = (share + spread / 2) / (1 + spread);
  const half =
    (DEVIATE / (1 + spread)) * Math.sqrt((share * (1 - share)) / all + spread / (4 * all));
  const text = (part: number) => formatNumber(100 * part);
  return [text(share), text(middle - half), text(middle + half)];
}

function comparedAnswer(functions: readonly FunctionTime[], measure: Measure): string {
  const told = functions.filter((one) => differenceOf(one.own, one.baseOwn, measure).isSignificant);
  const top = best(told, (one) => Math.abs(differenceOf(one.own, one.baseOwn, measure).value));
  if (top === undefined)
    return isExact(measure)
      ? "Every function allocates as it does in the baseline."
      : "No function differs significantly; take more samples to see smaller differences.";
  const difference = differenceOf(top.own, top.baseOwn, measure);
  if (isExact(measure))
    return `The largest difference is ${top.name}: ${differenceText(difference, measure)} by itself.`;
  const per = measure.unit === "s" ? " of CPU time a repetition" : " of CPU time";
  return `The largest difference is ${top.name}: ${differenceText(difference, measure)}${per}, by sampling alone.`;
}

function best<Item>(items: readonly Item[], by: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (top, item) => (top === undefined || by(item) > by(top) ? item : top),
    undefined,
  );
}

/** "read engine=smol at 3f2a1b0 on box-1, run 12" */
export function placeText(place: ProfilePlace): string {
  const variant = `${place.benchmark} ${parametersText(place.parameters)}`.trim();
  return `${variant} at ${shortCommit(place.commit.name)} on ${place.testbed}, run ${place.run}`;
}
