/** Whether all parts of the server do their work, and what to say of those that do not. */

import { useQuery } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { reading } from "./requests";

interface Trouble {
  /** `database`, `worker`, `disk` … */
  part: string;
  /** What it means, in one sentence without its full stop. */
  reason: string;
  remedy: string;
}

export interface Readiness {
  troubles: readonly Trouble[];
  /** What will be out of order if nobody acts. */
  warnings: readonly string[];
}

const ASK_EVERY_MS = 15_000;
const PATIENCE_MS = 4_000;
const UNREADY = 503;

/** Asked of the memory of the server, so it answers while its database does not. */
export function useReadiness() {
  return useQuery({
    queryKey: ["ready"],
    queryFn: ({ signal }) => ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])),
    refetchInterval: ASK_EVERY_MS,
    staleTime: ASK_EVERY_MS / 2,
    retry: false,
  });
}

async function ask(signal: AbortSignal): Promise<Readiness> {
  try {
    const { warnings } = await reading("/api/v1/ready", {})({ signal });
    return { troubles: [], warnings };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== UNREADY) throw error;
    const troubles = error.faults.map(({ pointer, reason, remedy }) => ({
      part: pointer.replace("/", ""),
      reason,
      remedy,
    }));
    return { troubles, warnings: [] };
  }
}
