/** Effects in the words of the server's sentences, for tables of thousands of rows. */

import { fill, PHRASES } from "./phrases";
import { factorText, PERCENT, perCents } from "./shares";

export interface Quantity {
  unit: string;
  direction: "lower" | "higher" | "unknown";
  metric?: string;
}

export interface Effect {
  /** Level after over level before; null where a level is not above zero. */
  ratio: number | null;
  /** 95 % interval of the ratio. */
  low?: number | null;
  high?: number | null;
}

type Words = { more: string; less: string };

const SIZES = new Set(PHRASES.sizes);
const EFFECT = PHRASES.effect;

/** Words of a name, however it is written: binary_size, binary-size, binarySize. */
function namesIn(metric: string): string[] {
  const words = metric.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

const TAKEN = new Map<string, keyof typeof PHRASES.quantities>([
  ["B", "memory"],
  ["J", "energy"],
  ["W", "power"],
]);

function kindOf({ unit, direction, metric = "" }: Quantity): keyof typeof PHRASES.quantities {
  const [numerator = "", denominator] = unit.split("/", 2);
  // time that one wants more of is not called fast
  if (numerator === "s") return direction === "lower" ? "time" : "span";
  if (denominator === "s") return direction === "lower" ? "rate" : "throughput";
  if (numerator === "B" && namesIn(metric).some((name) => SIZES.has(name))) return "size";
  return TAKEN.get(numerator) ?? "count";
}

function wordsFor(quantity: Quantity): Words {
  return PHRASES.quantities[kindOf(quantity)];
}

/** "slower", "less memory": what a ratio above or below 1 means for a quantity. */
export function ratioWord(isAbove: boolean, quantity: Quantity): string {
  const words = wordsFor(quantity);
  return isAbove ? words.more : words.less;
}

interface Range {
  low: number;
  high: number;
}

const FACTOR = 2;
/** A factor beyond which an end of an interval is no longer told in digits. */
const MOST_FACTOR = 1_000;

function rangeOf({ low, high }: Effect): Range | null {
  if (low === null || low === undefined || high === null || high === undefined) return null;
  return { low: Math.max(low, 0), high }; // nothing can become less than all of it
}

/** An effect and its interval, which is empty where none is known. */
export interface EffectParts {
  change: string;
  interval: string;
}

function bracketed(texts: readonly string[], mark: string): EffectParts {
  const [size = "", low, high] = texts;
  return { change: `${size}${mark}`, interval: low === undefined ? "" : `[${low}, ${high}]` };
}

function times(ratio: number): string {
  return `${factorText(ratio)}×`;
}

/** An interval far to both sides is told in factors, its end against the effect first. */
function spanPhrase(ratio: number, { low, high }: Range, { more, less }: Words): string {
  const endless = (word: string) => fill(EFFECT.without_limit, { word });
  const end = (factor: number, word: string) => {
    if (!Number.isFinite(factor)) return endless(word);
    if (factor > MOST_FACTOR) return fill(EFFECT.over, { factor: times(MOST_FACTOR), word });
    return `${times(factor)} ${word}`;
  };
  const [down, up] = [end(1 / low, less), end(high, more)];
  const [first, second] = ratio >= 1 ? [down, up] : [up, down];
  return fill(EFFECT.between, { first, second });
}

function isFarBothWays({ low, high }: Range): boolean {
  return low < 1 && high > 1 && (low < 1 / FACTOR || high > FACTOR);
}

/** "no difference [0.4 % faster to 0.6 % slower]": none has no word of its own. */
function samePhrase(range: Range | null, { more, less }: Words): EffectParts {
  const ends = range === null ? [] : [range.low - 1, range.high - 1].filter((end) => end !== 0);
  if (ends.length === 0) return { change: EFFECT.none, interval: "" };
  const [low = "", high = low] = ends.map(
    (end) => `${perCents(Math.abs(end))[0]}${PERCENT} ${end > 0 ? more : less}`,
  );
  const said = fill(ends.length > 1 ? EFFECT.from_to : EFFECT.up_to, { low, high, end: low });
  return { change: EFFECT.none, interval: `[${said}]` };
}

/** The effect and its interval, where one word fits both of its ends. */
function oneWayPhrase(ratio: number, range: Range | null, words: Words): EffectParts {
  const word = ratio > 1 ? words.more : words.less;
  const isFactor = ratio > FACTOR || (ratio < 1 / FACTOR && ratio !== 0);
  const turn = (end: number) => {
    if (isFactor) return ratio > 1 ? end : 1 / end;
    return ratio > 1 ? end - 1 : 1 - end;
  };
  const turned = range === null ? [] : [turn(range.low), turn(range.high)];
  const [low, high] = ratio > 1 ? turned : turned.reverse();
  const ends: [] | [number, number] = low === undefined || high === undefined ? [] : [low, high];
  if (isFactor) return bracketed([turn(ratio), ...ends].map(factorText), `× ${word}`);
  const texts = perCents(turn(ratio), ...ends);
  // what rounds to zero within an interval to both sides is neither slower nor faster
  if (range !== null && range.low < 1 && range.high > 1 && Number(texts[0]) === 0)
    return samePhrase(range, words);
  return bracketed(texts, `${PERCENT} ${word}`);
}

/** "4.8 % slower [3.1, 6.4]"; a factor instead of per cent above two: "2.31× faster [2.10, 2.50]". */
export function effectPhrase(effect: Effect, quantity: Quantity): string {
  const { change, interval } = effectParts(effect, quantity);
  if (interval === "") return change;
  return interval.startsWith("[") ? `${change} ${interval}` : `${change}, ${interval}`;
}

/** The same in two parts, for tables that give each a column: the digits are those of the phrase. */
export function effectParts(effect: Effect, quantity: Quantity): EffectParts {
  const { ratio } = effect;
  if (ratio === null || !Number.isFinite(ratio) || ratio < 0)
    return { change: "cannot be given as a ratio", interval: "" };
  const words = wordsFor(quantity);
  const range = rangeOf(effect);
  if (range !== null && isFarBothWays(range)) {
    const { change } = effectParts({ ratio }, quantity);
    return { change, interval: spanPhrase(ratio, range, words) };
  }
  return ratio === 1 ? samePhrase(range, words) : oneWayPhrase(ratio, range, words);
}

/** "lower is better", for chart titles and column heads. */
export function directionPhrase(direction: Quantity["direction"]): string {
  return direction === "unknown" ? "direction not known" : `${direction} is better`;
}

export type Verdict = "regression" | "improvement" | "change";

/** Verdict of a ratio by the direction of its metric; nothing is judged without a direction. */
export function verdictOf(ratio: number, direction: Quantity["direction"]): Verdict {
  if (direction === "unknown" || ratio === 1) return "change";
  const isWorse = direction === "lower" ? ratio > 1 : ratio < 1;
  return isWorse ? "regression" : "improvement";
}
