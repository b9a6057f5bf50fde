/** Colours of series: eight in fixed order, safe for colour-blind readers; beyond eight, grey. */

const SERIES_COLOURS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--series-${number})`);
export const MOST_COLOURS = SERIES_COLOURS.length;
export const MUTED_COLOUR = "var(--series-muted)";

/** Colour of each series id: the same id has the same place on a page as long as the order stays. */
export function coloursFor(ids: readonly number[]): Map<number, string> {
  return new Map(ids.map((id, index) => [id, SERIES_COLOURS[index] ?? MUTED_COLOUR]));
}

const SIDE_COLOURS = ["var(--series-2)", "var(--series-1)", "var(--series-3)"];

/** Colour of a side of a comparison by its place: the baseline, the contender. */
export function sideColour(place: number): string {
  return SIDE_COLOURS[place % SIDE_COLOURS.length] as string;
}
