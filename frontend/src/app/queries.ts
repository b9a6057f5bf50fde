/** The answers that the interface has; pages find here what was asked for before they were there. */

import type { QueryClient } from "@tanstack/react-query";
import { createQueryClient } from "@/api/queryClient";
import { sessionOptions } from "@/api/session";
import type { RawSearch } from "@/ui/urlState";

export const queryClient = createQueryClient();

// every page with a frame says who is signed in
if (!location.pathname.startsWith("/embed/")) void queryClient.prefetchQuery(sessionOptions);

type AskEarly = (client: QueryClient, project: string, search: RawSearch) => void;

interface Going {
  params: { project: string };
  location: { search: unknown };
}

/** A route's loader that asks for what its page draws first while its code is on the way. */
export function early(ask: AskEarly) {
  return ({ params, location }: Going): void => {
    ask(queryClient, params.project, location.search as RawSearch);
  };
}
