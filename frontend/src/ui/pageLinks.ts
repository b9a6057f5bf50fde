/** Addresses that one page gives of another: features know these, not each other. */

import type { RawSearch } from "./urlState";

/** The explorer with these series drawn, and one commit of them marked. */
export function exploreSearch(series: readonly number[], commit?: number): RawSearch {
  return {
    series: series.map(String),
    ...(commit === undefined ? {} : { commit: String(commit) }),
  };
}
