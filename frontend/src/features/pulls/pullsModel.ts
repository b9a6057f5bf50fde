/** What is said of pull requests: rows, answers, how far the forge was told. Pure. */

import { ApiError } from "@/api/errors";
import type { PullDetail, PullRequest, PullRow } from "@/api/types";
import type { Tone } from "@/ui/feedback/Badge";
import { formatCount } from "@/units/format";

const ROW_WORDS: Record<string, { word: string; tone: Tone }> = {
  regression: { word: "▲ worse", tone: "worse" },
  improvement: { word: "▼ better", tone: "better" },
  change: { word: "differs", tone: "unresolved" },
  same: { word: "same", tone: "plain" },
};

export function wordOf(row: PullRow): { word: string; tone: Tone } {
  return ROW_WORDS[row.verdict] ?? { word: row.verdict, tone: "unresolved" };
}

const COLOURS: Record<string, string> = {
  regression: "var(--worse)",
  improvement: "var(--better)",
  change: "var(--environment)",
};

/** The colour of a verdict in pictures. */
export function colourOf(verdict: string): string {
  return COLOURS[verdict] ?? "var(--unresolved)";
}

type Ends = Record<"ratio" | "low" | "high", number | null>;

/** What is drawn of a row, where 0 stands for unknown; differences have no place among ratios. */
export function drawnOf({ ratio, low, high }: Pick<PullRow, "ratio" | "low" | "high">): Ends {
  if (ratio <= 0) return { ratio: null, low: null, high: null };
  return { ratio, low: low > 0 ? low : null, high: high > 0 ? high : null };
}

/** Whether its base was looked for and is not known, or was not measured. */
export function isWithoutBase(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 404 &&
    error.faults.some(({ pointer }) => pointer === "/query/baseline")
  );
}

/** Why the verdict of a pull request is missing: what the server refused, or that it did not answer. */
export function whyNotCompared(error: unknown): string {
  const isRefused = error instanceof ApiError && [404, 422].includes(error.status);
  return isRefused ? `Not compared: ${error.message}.` : "The comparison could not be loaded.";
}

/** The first line of the list; without a repository it says that reports name some, the newest of which are shown. */
export function answerOf(
  rows: readonly PullRequest[],
  total: number,
  isConnected: boolean,
  isMeasured: boolean,
) {
  if (rows.length === 0) {
    if (isConnected) return "No pull request here";
    if (!isMeasured) return "No repository connected";
    return "Newest pull requests from reports; no repository connected";
  }
  const failing = rows.filter(({ state }) => state === "failed").length;
  const many = total === 1 ? "1 pull request" : `${formatCount(total)} pull requests`;
  const said = failing === 1 ? "1 fails" : `${formatCount(failing)} fail`;
  return failing === 0 ? `${many}; none fails` : `${many}; ${said}`;
}

/** How far the forge was told; null where all is said. */
export function tellingOf(pull: PullRequest): string | null {
  const { telling } = pull;
  if (telling.gave_up_at !== null) return `Not told: ${telling.reason}`;
  if (telling.reason !== "") return `Tried ${telling.attempts} times: ${telling.reason}`;
  return telling.is_due ? "Updating the pull request…" : null;
}

/** What can be accepted: the newest head fails, and nobody has accepted that. */
export function mayAccept(pull: PullDetail): boolean {
  return pull.state === "failed" && pull.judgement?.head === pull.head;
}

export function comparisonOf(pull: PullDetail): Record<string, string> | null {
  const { judgement } = pull;
  if (judgement === null || judgement.base === null || judgement.compared === 0) return null;
  return {
    baseline: `commit:${judgement.base.commit}`,
    contender: `commit:${judgement.measured}`,
  };
}

/** Results without a significant difference that are shown with those that are; the further ones are folded. */
const SHOWN_ALIKE = 8;

/** Significant results and the first others, in their order; and the further others, the same or unknown. */
export function foldAlike<Row extends Pick<PullRow, "verdict">>(
  rows: readonly Row[],
): [Row[], Row[]] {
  const alike = rows.filter(({ verdict }) => verdict === "unknown" || verdict === "same");
  const folded = new Set(alike.length > 2 * SHOWN_ALIKE ? alike.slice(SHOWN_ALIKE) : []);
  return [rows.filter((row) => !folded.has(row)), rows.filter((row) => folded.has(row))];
}
