/** Pure: what a row of a comparison says, in the words of the server's sentences. */

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
import { effectPhrase } from "@/units/verdict";
import type { CompareRow } from "../compareRows";

type Nouns = Partial<Record<CompareRow["basis"], string[]>>;
const NOUNS: Nouns = { ...PHRASES.units, exact: ["value", "values"] };
const WITHIN: Nouns = PHRASES.units_within;

/** "20 pairs", "1 run a side": what a comparison counts. */
export function countedIn(n: number, basis: CompareRow["basis"], total = n): string {
  const [one, many] = (total > 1 ? WITHIN[basis] : undefined) ?? NOUNS[basis] ?? [];
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** "4.8 % slower [3.1, 6.4]", or the difference where there is no ratio. */
function effectWords(row: CompareRow): string {
  const { isRatio, ratio, low, high, difference, metric } = row;
  if (isRatio) {
    return effectPhrase(
      { ratio, low, high },
      { unit: metric.unit, direction: metric.direction, metric: metric.name },
    );
  }
  if (difference === null) return "no difference that numbers hold";
  if (difference === 0) return "no difference";
  return differenceWords(difference, low, high, metric.unit);
}

/** "5 ms less [4, 6]": the ends count in the direction of the word, in the unit of the number. */
function differenceWords(
  difference: number,
  low: number | null,
  high: number | null,
  unit: string,
): string {
  const sign = Math.sign(difference);
  const words = `${formatValue(Math.abs(difference), unit)} ${sign > 0 ? "more" : "less"}`;
  if (low === null || high === null) return words;
  const scale = scaleForAll(unit, [difference]);
  const [least, most] = sign > 0 ? [low, high] : [-high, -low];
  return `${words} [${formatIn(least, scale)}, ${formatIn(most, scale)}]`;
}

/** The effect with what it rests on, or with what is missing to tell. */
export function rowWords(row: CompareRow): string {
  const effect = effectWords(row);
  const binary = row.isSameBinary && row.verdict !== "same" ? "; same binary: not the code" : "";
  if (row.basis === "exact") return `${effect}, exact${binary}`;
  if (row.verdict !== "unknown") return `${effect}, ${countedIn(row.n, row.basis)}${binary}`;
  return `so far ${effect}${mediansWords(row)}; cannot tell yet: ${missingWords(row)}${binary}`;
}

/** A ratio of medians further from the shift than this part of it is said as well. */
const APART = 0.25;

/** How the values of both sides are held against one another, where it is not by their medians. */
const AGAINST: Partial<Record<CompareRow["basis"], string>> = {
  pairs: " pair by pair",
  samples: " sample against sample",
  runs: " run against run",
};

/** Where samples overlap widely their typical shift is not that of their medians, which stand beside it. */
function mediansWords(row: CompareRow): string {
  const { isRatio, ratio, baseline, contender, metric, basis } = row;
  if (!isRatio || ratio === null || baseline === null || contender === null) return "";
  if (baseline <= 0 || contender <= 0 || ratio <= 0) return "";
  const [shift, medians] = [Math.log(ratio), Math.log(contender / baseline)];
  if (Math.abs(medians - shift) <= APART * Math.abs(shift)) return "";
  const quantity = { unit: metric.unit, direction: metric.direction, metric: metric.name };
  const said = effectPhrase({ ratio: contender / baseline }, quantity);
  return `${AGAINST[basis] ?? ""}, but the medians shown here ${said}`;
}

/** "about 14 more pairs for 3 %". */
function missingWords(row: CompareRow): string {
  const { coversRuns, low, pairsNeeded, isHopeless, basis, n } = row;
  if (!coversRuns) return "the scatter between runs is not known";
  if (low === null) return "its scatter is not known";
  if (isHopeless) return `more than ${countedIn(1000, basis, n)}${seeing(row)}`;
  if (pairsNeeded !== null && pairsNeeded > 0) {
    const [head = "", ...noun] = countedIn(pairsNeeded, basis, n).split(" ");
    return `about ${head} more ${noun.join(" ")}${seeing(row)}`;
  }
  return "at the edge of what counts, or of chance among all rows";
}

/** The effect that so many would tell, in the direction of the row: a third more, a quarter less. */
function seeing({ effectToDetect, ratio }: CompareRow): string {
  if (effectToDetect === null) return "";
  if (effectToDetect > 1) return ` for a factor of ${formatNumber(1 + effectToDetect)}`;
  const share = ratio !== null && ratio < 1 ? 1 - 1 / (1 + effectToDetect) : effectToDetect;
  return ` for ${percentNumber(share).replace(/\.0$/, "")}${THIN}%`;
}
