/** Pure: what the columns of a row say, in the words of the server's sentences. */

import type { RowColumns } from "@/api/types";
import {
  formatCount,
  formatIn,
  formatNumber,
  formatValue,
  percentNumber,
  THIN,
} from "@/units/format";
import { PHRASES } from "@/units/phrases";
import { scaleForAll } from "@/units/scale";
import { type EffectParts, effectParts, effectPhrase } from "@/units/verdict";
import { namedParameters, shortParameters } from "../compareModel";
import { type CompareRow, rowAt } from "../compareRows";

type Nouns = Partial<Record<CompareRow["basis"], string[]>>;
const NOUNS: Nouns = { ...PHRASES.units, exact: ["value", "values"] };
const WITHIN: Nouns = PHRASES.units_within;

/** "20 pairs", "1 run per side": what a comparison counts. */
export function countedIn(n: number, basis: CompareRow["basis"], total = n): string {
  const [one, many] = (total > 1 ? WITHIN[basis] : undefined) ?? NOUNS[basis] ?? [];
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** "4.8 % slower" and "[3.1, 6.4]", or the difference where there is no ratio. */
export function rowParts(row: CompareRow): EffectParts {
  const { isRatio, ratio, low, high, difference, metric } = row;
  if (row.aspect === "spread" && ratio !== null) return widthParts(ratio, low, high);
  if (isRatio) {
    return effectParts(
      { ratio, low, high },
      { unit: metric.unit, direction: metric.direction, metric: metric.name },
    );
  }
  if (difference === null) return { change: "no difference that numbers hold", interval: "" };
  if (difference === 0) return { change: "no difference", interval: "" };
  return differenceParts(difference, low, high, metric.unit);
}

/** "2.00× wider" and "[1.50, 2.70]". */
function widthParts(ratio: number, low: number | null, high: number | null): EffectParts {
  const isWider = ratio >= 1;
  const size = (end: number) => formatNumber(isWider ? end : 1 / end, 3);
  const change = `${size(ratio)}× ${isWider ? "wider" : "narrower"}`;
  if (low === null || high === null) return { change, interval: "" };
  const [first, last] = isWider ? [low, high] : [high, low];
  return { change, interval: `[${size(first)}, ${size(last)}]` };
}

/** "5 ms less [4, 6]": the ends count in the direction of the word, in the unit of the number. */
function differenceParts(
  difference: number,
  low: number | null,
  high: number | null,
  unit: string,
): EffectParts {
  const sign = Math.sign(difference);
  const change = `${formatValue(Math.abs(difference), unit)} ${sign > 0 ? "more" : "less"}`;
  if (low === null || high === null) return { change, interval: "" };
  const scale = scaleForAll(unit, [difference]);
  const [least, most] = sign > 0 ? [low, high] : [-high, -low];
  return { change, interval: `[${formatIn(least, scale)}, ${formatIn(most, scale)}]` };
}

/** What a row rests on: "20 pairs", "exact". */
export function basisWords({ basis, n }: CompareRow): string {
  return basis === "exact" ? "exact" : countedIn(n, basis);
}

/** What is said of a change beside its size: that it is not the code's. */
export function remarkWords(row: CompareRow): string {
  return row.isSameBinary && row.verdict !== "same" ? "same binary: not the code" : "";
}

/** A ratio of medians further from the shift than this part of it is said as well. */
const APART = 0.25;

/** On hover: where samples overlap widely their typical shift is not that of their medians. */
export function mediansWords(row: CompareRow): string {
  const { isRatio, ratio, baseline, contender, metric } = row;
  if (row.aspect !== "" || !isRatio || ratio === null || baseline === null || contender === null)
    return "";
  if (baseline <= 0 || contender <= 0 || ratio <= 0) return "";
  const [shift, medians] = [Math.log(ratio), Math.log(contender / baseline)];
  if (Math.abs(medians - shift) <= APART * Math.abs(shift)) return "";
  const quantity = { unit: metric.unit, direction: metric.direction, metric: metric.name };
  const said = effectPhrase({ ratio: contender / baseline }, quantity);
  return `medians ${said}`;
}

/** What is missing to decide: "≈ 14 more pairs for 3 %"; nothing where it is decided. */
export function missingWords(row: CompareRow): string {
  const { coversRuns, low, pairsNeeded, isHopeless, basis, n } = row;
  if (row.verdict !== "unknown") return "";
  if (!coversRuns) return "more runs per side";
  if (low === null) return "more samples";
  if (isHopeless) return `over ${countedIn(1000, basis, n)}${seeing(row)}`;
  if (pairsNeeded !== null && pairsNeeded > 0) {
    const [head = "", ...noun] = countedIn(pairsNeeded, basis, n).split(" ");
    return `≈ ${head} more ${noun.join(" ")}${seeing(row)}`;
  }
  return "close to the threshold";
}

/** The effect that so many would tell, in the direction of the row: a third more, a quarter less. */
function seeing({ effectToDetect, ratio }: CompareRow): string {
  if (effectToDetect === null) return "";
  if (effectToDetect > 1) return ` for a factor of ${formatNumber(1 + effectToDetect)}`;
  const share = ratio !== null && ratio < 1 ? 1 - 1 / (1 + effectToDetect) : effectToDetect;
  return ` for ${percentNumber(share).replace(/\.0$/, "")}${THIN}%`;
}

/**
 * "Worst: search threads=8 time, 4.8 % slower [3.1, 6.4]." of rows in the order of the server, which
 * puts the worst regression first; empty without one.
 */
export function worstText(columns: RowColumns | null, isPart: boolean): string {
  if (columns === null) return "";
  const place = columns.verdict.findIndex(
    (verdict, at) => verdict === "regression" && !columns.same_binary[at],
  );
  if (place < 0) return "";
  const worst = rowAt(columns, place);
  const { variant, metric, aspect } = worst;
  const parameters = shortParameters(worst, namedParameters(columns.variants, isPart));
  const name = [variant.benchmark, parameters, metric.name, aspect].filter(Boolean).join(" ");
  const { change, interval } = rowParts(worst);
  return `Worst: ${[`${name}, ${change}`, interval].filter(Boolean).join(" ")}.`;
}
