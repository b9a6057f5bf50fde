/** Cache rules shared by the application and its tests. */

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

/** Refusals are final; only silence and server trouble are worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 500);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isWorthRetrying,
        retryDelay: (failures) => 400 * 2 ** failures,
        refetchOnWindowFocus: false,
      },
    },
  });
}
