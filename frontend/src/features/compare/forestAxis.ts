/** Pure: the axis that all ratios of a comparison share. */

/** Ends of the axis as ratios, symmetric around 1 on a logarithmic scale. */
export interface ForestAxis {
  least: number;
  most: number;
}

interface Marked {
  isRatio: boolean;
  ratio: number | null;
}

const NARROWEST = 1.02;
const WIDEST = 8;
/** Share of the rows whose centre must lie on the axis; further ones are cut at its ends. */
const INSIDE = 0.98;

export function forestAxis(rows: readonly Marked[]): ForestAxis {
  const sizes = rows
    .filter(({ isRatio, ratio }) => isRatio && ratio !== null && ratio > 0)
    .map(({ ratio }) => Math.abs(Math.log(ratio as number)))
    .sort((a, b) => a - b);
  const far = sizes[Math.floor(INSIDE * (sizes.length - 1))] ?? 0;
  const most = Math.min(WIDEST, Math.max(NARROWEST, Math.exp(1.6 * far)));
  return { least: 1 / most, most };
}

/** Place of a ratio on the axis from 0 to 1, and whether it lies beyond an end. */
export function forestPlace(axis: ForestAxis, ratio: number) {
  const part = Math.log(ratio / axis.least) / Math.log(axis.most / axis.least);
  return { part: Math.min(1, Math.max(0, part)), isBeyond: part < 0 || part > 1 };
}
