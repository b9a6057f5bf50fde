/** Effects in plain words: slower and faster for time, throughput for rates, memory for sizes. */

import { formatNumber, percentNumber, THIN } from "./format";

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

interface Words {
  up: string;
  down: string;
}

/** Words in the name of a metric in bytes that is no memory. */
const SIZES = new Set("size disk file binary transfer sent received written read".split(" "));

/** Words of a name, however it is written: binary_size, binary-size, binarySize. */
function namesIn(metric: string): string[] {
  const words = metric.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

function wordsOfTime(direction: Quantity["direction"]): Words {
  // time that one wants more of is not called fast
  return direction === "lower"
    ? { up: "slower", down: "faster" }
    : { up: "longer", down: "shorter" };
}

function wordsOfRate(direction: Quantity["direction"]): Words {
  const rate = direction === "lower" ? "rate" : "throughput";
  return { up: `higher ${rate}`, down: `lower ${rate}` };
}

const TAKEN = new Map([
  ["B", "memory"],
  ["J", "energy"],
  ["W", "power"],
]);

/** The same words as those of the server's sentences (domain/quantity_words.py). */
function wordsFor({ unit, direction, metric = "" }: Quantity): Words {
  const [numerator = "", denominator] = unit.split("/", 2);
  if (numerator === "s") return wordsOfTime(direction);
  if (denominator === "s") return wordsOfRate(direction);
  if (numerator === "B" && namesIn(metric).some((name) => SIZES.has(name)))
    return { up: "larger", down: "smaller" };
  const named = TAKEN.get(numerator);
  if (named !== undefined) return { up: `more ${named}`, down: `less ${named}` };
  return { up: "higher", down: "lower" };
}

/** "slower", "less memory": what a ratio above or below 1 means for a quantity. */
export function ratioWord(isAbove: boolean, quantity: Quantity): string {
  const words = wordsFor(quantity);
  return isAbove ? words.up : words.down;
}

interface Range {
  low: number;
  high: number;
}

/** Interval of the same quantity as the effect, its smaller end first. */
function rangeOf(effect: Effect, turn: (ratio: number) => number): Range | null {
  if (effect.low === null || effect.low === undefined) return null;
  if (effect.high === null || effect.high === undefined) return null;
  const ends = [turn(effect.low), turn(effect.high)];
  return { low: Math.min(...ends), high: Math.max(...ends) };
}

const MOST_DECIMALS = 3;

/** A factor with three significant digits. */
function times(factor: number): string {
  if (!Number.isFinite(factor)) return "no limit";
  return factor >= 1 && factor < 99.95 ? factor.toPrecision(3) : formatNumber(factor);
}

/** Decimals at which half an interval is at least one unit of the last; null if one will do. */
function decimalsOf(range: Range | null): number | null {
  if (range === null) return null;
  const half = 50 * (range.high - range.low);
  const beside = decimalsBesideZero(range);
  if (half >= 0.1 - 1e-9 || half === 0) return beside > 1 ? beside : null;
  return Math.max(Math.min(Math.ceil(-Math.log10(half) - 1e-9), MOST_DECIMALS), beside);
}

/** The fewest decimals at which no end of an interval beside 0 is written as 0; 0 if none would do. */
function decimalsBesideZero({ low, high }: Range): number {
  if (!(low * high > 0)) return 0;
  const end = 100 * Math.min(Math.abs(low), Math.abs(high));
  const enough = [1, 2, MOST_DECIMALS].find((decimals) => Number(end.toFixed(decimals)) > 0);
  return enough ?? 0;
}

/** Writes per cent so that an interval shows what it tells: 0.12 [0.11, 0.13]. */
function writerFor(range: Range | null): (share: number) => string {
  const decimals = decimalsOf(range);
  if (decimals === null) return percentNumber;
  return (share) => {
    const text = Math.abs(100 * share).toFixed(decimals);
    return share < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
  };
}

function bracket(range: Range | null, write: (end: number) => string): string {
  return range === null ? "" : ` [${write(range.low)}, ${write(range.high)}]`;
}

/** An effect whose ratio is known. */
type Known = Effect & { ratio: number };

function factorPhrase(effect: Known, word: string): string {
  const turn = (ratio: number) => (effect.ratio > 1 ? ratio : 1 / ratio);
  return `${times(turn(effect.ratio))}× ${word}${bracket(rangeOf(effect, turn), times)}`;
}

function percentPhrase(effect: Known, word: string): string {
  const turn = (ratio: number) => (effect.ratio > 1 ? ratio - 1 : 1 - ratio);
  const range = rangeOf(effect, turn);
  const write = writerFor(range);
  return `${write(turn(effect.ratio))}${THIN}% ${word}${bracket(range, write)}`;
}

const FACTOR = 2;

/** An interval far to both sides is told in factors, its end against the effect first. */
function spanPhrase(ratio: number, low: number, high: number, words: Words): string {
  const down = low === 0 ? `${words.down} without limit` : `${times(1 / low)}× ${words.down}`;
  const up =
    high === Number.POSITIVE_INFINITY ? `${words.up} without limit` : `${times(high)}× ${words.up}`;
  return `between ${ratio >= 1 ? `${down} and ${up}` : `${up} and ${down}`}`;
}

function isFarBothWays({ low, high }: Range): boolean {
  return low < 1 && high > 1 && (low < 1 / FACTOR || high > FACTOR);
}

/** "no difference [0.4 % faster to 0.6 % slower]": none has no word of its own. */
function samePhrase(range: Range | null, words: Words): string {
  const ends = range === null ? [] : [range.low - 1, range.high - 1].filter((end) => end !== 0);
  if (ends.length === 0) return "no difference";
  const write = writerFor(range);
  const said = ends.map(
    (end) => `${write(Math.abs(end))}${THIN}% ${end > 0 ? words.up : words.down}`,
  );
  return `no difference [${said.length > 1 ? said.join(" to ") : `up to ${said[0]}`}]`;
}

/** "4.8 % slower [3.1, 6.4]"; a factor instead of per cent above two: "2.31× faster [2.10, 2.50]". */
export function effectPhrase(effect: Effect, quantity: Quantity): string {
  const { ratio } = effect;
  if (ratio === null || !Number.isFinite(ratio) || ratio < 0) return "cannot be given as a ratio";
  const words = wordsFor(quantity);
  const range = rangeOf(effect, (end) => end);
  if (range !== null && isFarBothWays(range)) {
    const alone = effectPhrase({ ratio }, quantity);
    return `${alone}, ${spanPhrase(ratio, range.low, range.high, words)}`;
  }
  if (ratio === 1) return samePhrase(range, words);
  const word = ratio > 1 ? words.up : words.down;
  if (ratio === 0) return `100${THIN}% ${word}`;
  return ratio > FACTOR || ratio < 1 / FACTOR
    ? factorPhrase({ ...effect, ratio }, word)
    : percentPhrase({ ...effect, ratio }, word);
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
