/** A profile, asked for while the code of its page is still on the way. */

import type { QueryClient } from "@tanstack/react-query";
import type { RawSearch } from "@/ui/url/urlState";
import { detailOptions, stacksOptions } from "./profileQuery";
import { profileCodec } from "./profileUrl";

export function askForProfile(
  client: QueryClient,
  project: string,
  search: RawSearch,
  id: string,
): void {
  for (const profile of [Number(id), profileCodec.parse(search).base]) {
    if (profile === null) continue;
    void client.prefetchQuery(detailOptions(project, profile));
    void client.prefetchQuery(stacksOptions(project, profile));
  }
}
