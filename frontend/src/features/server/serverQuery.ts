/** The request behind the page of the server. */

import { useRead } from "@/api/useRead";

const ASK_EVERY_MS = 60_000;

/** How the server is now and how it did; asked again each minute, as it is sampled. */
export function useServer(hours: number) {
  return useRead(
    ["installation", "server", hours],
    "/api/v1/server",
    { hours },
    { refetchInterval: ASK_EVERY_MS, placeholderData: (before) => before },
  );
}
