/** Pure: the axis that all ratios of a comparison share. */

/** Ends of the axis as ratios, symmetric around 1 on a logarithmic scale. */
export interface ForestAxis {
  least: number;
  most: number;
}

interface Marked {
  isRatio: boolean;
  ratio: number | null;
  verdict?: string;
}

const NARROWEST = 1.02;
const WIDEST = 8;
/** Share of the rows whose centre must lie on the axis; further ones are cut at its ends. */
const INSIDE = 0.98;
const TOLD_INSIDE = 0.9;

/** Among thousands of rows a few are significant: the axis holds most of those as well. */
export function forestAxis(rows: readonly Marked[]): ForestAxis {
  const told = rows.filter(({ verdict }) => verdict === "regression" || verdict === "improvement");
  const far = Math.max(reachOf(rows, INSIDE), reachOf(told, TOLD_INSIDE));
  const most = Math.min(WIDEST, Math.max(NARROWEST, Math.exp(1.6 * far)));
  return { least: 1 / most, most };
}

/** Distance from no change, in logarithms, within which a share of the rows lies. */
function reachOf(rows: readonly Marked[], share: number): number {
  const sizes = Float64Array.from(
    rows.filter(({ isRatio, ratio }) => isRatio && ratio !== null && ratio > 0),
    ({ ratio }) => Math.abs(Math.log(ratio as number)),
  ).sort();
  return sizes[Math.floor(share * (sizes.length - 1))] ?? 0;
}

/** Place of a ratio on the axis from 0 to 1, and whether it lies beyond an end. */
export function forestPlace(axis: ForestAxis, ratio: number) {
  const part = Math.log(ratio / axis.least) / Math.log(axis.most / axis.least);
  return { part: Math.min(1, Math.max(0, part)), isBeyond: part < 0 || part > 1 };
}
