/** What went wrong with a variant, in words. */

import type { FailedResult } from "@/api/types";

const FAILURES: Record<string, string> = {
  wrong_answer: "wrong answer",
  crash: "crashed",
  timeout: "took too long",
  build: "did not build",
  needs: "missing dependency",
  unavailable: "not measurable here",
  vetoed: "vetoed by the control benchmark",
};

/** Something went wrong; what a machine cannot measure is missing, and no failure. */
export function isFailure({ kind }: Pick<FailedResult, "kind">): boolean {
  return kind !== "unavailable";
}

export function failureText(failure: Pick<FailedResult, "kind">): string {
  return FAILURES[failure.kind] ?? failure.kind;
}
