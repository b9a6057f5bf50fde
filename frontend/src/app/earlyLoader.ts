/** Lets a route ask for what its page draws first while the code of the page is on the way. */

import type { QueryClient } from "@tanstack/react-query";
import type { RawSearch } from "@/ui/url/urlState";
import { queryClient } from "./queries";

type AskEarly = (client: QueryClient, project: string, search: RawSearch) => void;

interface Going {
  params: { project: string };
  location: { search: unknown };
}

/** A loader that asks for what its page draws first while its code is on the way; at the first page askEarly did. */
export function early(ask: AskEarly) {
  return ({ params, location }: Going): void => {
    ask(queryClient, params.project, location.search as RawSearch);
  };
}
