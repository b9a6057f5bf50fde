/** The comparison, asked for while the code of its page is still on the way. */

import type { QueryClient } from "@tanstack/react-query";
import type { RawSearch } from "@/ui/url/urlState";
import { comparisonOptions, isAskable } from "./compareQuery";
import { compareCodec } from "./compareUrl";

export function askForComparison(client: QueryClient, project: string, search: RawSearch): void {
  const state = compareCodec.parse(search);
  if (isAskable(state)) void client.prefetchQuery(comparisonOptions(project, state));
}
