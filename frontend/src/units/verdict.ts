/** Effects in plain words: slower and faster for time, throughput for rates, memory for sizes. */

import { percentNumber, THIN } from "./format";

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

const NOT_MEMORY =
  /(?:^|[\W_])(?:size|disk|file|binary|transfer|sent|received|written|read)(?:$|[\W_])/;

function wordsFor({ unit, metric = "" }: Quantity): Words {
  const [numerator, denominator] = unit.split("/", 2);
  if (numerator === "s") return { up: "slower", down: "faster" };
  if (denominator === "s") return { up: "higher throughput", down: "lower throughput" };
  if (numerator === "B" && NOT_MEMORY.test(metric)) return { up: "larger", down: "smaller" };
  if (numerator === "B") return { up: "more memory", down: "less memory" };
  if (numerator === "J") return { up: "more energy", down: "less energy" };
  if (numerator === "W") return { up: "more power", down: "less power" };
  return { up: "higher", down: "lower" };
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

function times(factor: number): string {
  return factor >= 9.95 ? factor.toFixed(0) : factor.toFixed(2);
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
  const interval = bracket(rangeOf(effect, turn), percentNumber);
  return `${percentNumber(turn(effect.ratio))}${THIN}% ${word}${interval}`;
}

/** "4.8 % slower [3.1, 6.4]"; a factor instead of per cent above two: "2.31× faster [2.1, 2.5]". */
export function effectPhrase(effect: Effect, quantity: Quantity): string {
  const { ratio } = effect;
  if (ratio === null || !Number.isFinite(ratio) || ratio < 0) return "cannot be given as a ratio";
  if (ratio === 1) return "unchanged";
  const words = wordsFor(quantity);
  const word = ratio > 1 ? words.up : words.down;
  if (ratio === 0) return `100${THIN}% ${word}`;
  return ratio > 2 || ratio < 0.5
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
