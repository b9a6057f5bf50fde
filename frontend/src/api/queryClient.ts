/** Cache rules shared by the application and its tests. */

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors";

const MOST_RETRIES = 2;
/** How often a page comes again when the server has named a time: it is busy, not broken. */
const MOST_RETURNS = 5;
const LONGEST_WAIT_S = 60;

/** Refusals are final; silence, server trouble and “come again later” are worth another try. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (awaitedS(error) !== undefined) return failures < MOST_RETURNS;
  const status = error instanceof ApiError ? error.status : 0;
  return failures < MOST_RETRIES && (status === 0 || status >= 500);
}

/** Seconds until a request that failed so is sent again because the server asked for it. */
export function awaitedS(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.waitS === undefined) return undefined;
  const isPassing = error.status === 429 || error.status === 503;
  return isPassing && error.waitS <= LONGEST_WAIT_S ? error.waitS : undefined;
}

/** Milliseconds until the next try; pages that were sent away together do not return together. */
export function pauseBefore(failures: number, error: Error): number {
  const waitS = awaitedS(error);
  if (waitS === undefined) return 400 * 2 ** failures;
  return waitS * 1000 + Math.random() * 500 * (failures + 1);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isWorthRetrying,
        retryDelay: pauseBefore,
        refetchOnWindowFocus: false,
      },
    },
  });
}
