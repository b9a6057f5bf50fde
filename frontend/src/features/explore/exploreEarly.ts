/** What the explorer draws first, asked for while its code is still on the way. */

import type { QueryClient } from "@tanstack/react-query";
import type { RawSearch } from "@/ui/url/urlState";
import { historyOptions } from "./exploreQuery";
import { exploreCodec } from "./exploreUrl";
import { largestOptions } from "./suggested";

export function askForExplorer(client: QueryClient, project: string, search: RawSearch): void {
  const state = exploreCodec.parse(search);
  if (state.view === "pivot") return;
  if (state.series.length > 0) {
    void client.prefetchQuery(historyOptions(project, state));
    return;
  }
  void client.prefetchQuery(largestOptions(project, state.filters));
}
