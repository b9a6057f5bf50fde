/** Pure: what moved most against the commit before, as bars of one scale. */

import type { ComparedRow } from "@/api/types";
import type { BarVerdict, DivergingBar } from "@/charts/diverging/divergingModel";
import { distinctNames } from "@/charts/series/seriesNames";

/** Bars of the picture; the table below has all. */
export const MOST_MOVERS = 5;
/** Of these so many are improvements, however many regressions there are. */
const IMPROVEMENTS_KEPT = 2;

const VERDICTS: Record<ComparedRow["verdict"], BarVerdict> = {
  regression: "loss",
  improvement: "gain",
  same: "same",
  change: "unknown",
  unknown: "unknown",
};

type Directed = ComparedRow & { ratio: number; series: { direction: "lower" | "higher" } };

/** What has a better side and a ratio to the commit before. */
function isDrawn(row: ComparedRow): row is Directed {
  return row.ratio !== null && row.ratio > 0 && row.series.direction !== "unknown";
}

/**
 * Regressions, then improvements, then what is undecided, each with the largest first; a machine
 * that is not fit decides nothing.
 */
export function moverBars(rows: readonly ComparedRow[], isUnfit: boolean): DivergingBar[] {
  const largest = rows.filter(isDrawn).sort((a, b) => size(b) - size(a));
  const worse = largest.filter(({ verdict }) => verdict === "regression");
  const better = largest.filter(({ verdict }) => verdict === "improvement");
  const undecided = largest.filter((row) => !isDecided(row));
  const kept = MOST_MOVERS - Math.min(better.length, IMPROVEMENTS_KEPT);
  const drawn = [...worse.slice(0, kept), ...better, ...undecided].slice(0, MOST_MOVERS);
  const names = distinctNames(drawn.map(({ series }) => series));
  return drawn.map((row) => barOf(row, names.get(row.series.id) ?? row.series.metric, isUnfit));
}

function isDecided({ verdict }: ComparedRow): boolean {
  return verdict === "regression" || verdict === "improvement";
}

function size({ ratio }: Directed): number {
  return Math.abs(Math.log(ratio));
}

function barOf(row: Directed, name: string, isUnfit: boolean): DivergingBar {
  const better = row.series.direction;
  const gain = (ratio: number) => (better === "lower" ? 1 - ratio : ratio - 1);
  const hasInterval = row.is_ratio && row.low !== null && row.high !== null;
  const ends = hasInterval ? [gain(row.low ?? 0), gain(row.high ?? 0)] : null;
  return {
    key: String(row.series.id),
    name,
    gain: gain(row.ratio),
    better,
    low: ends === null ? null : Math.min(...ends),
    high: ends === null ? null : Math.max(...ends),
    verdict: isUnfit ? "unknown" : VERDICTS[row.verdict],
    sentence: row.sentence,
    weight: 1,
  };
}
