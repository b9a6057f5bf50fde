/** Words and rules of accounts. */

import { ApiError } from "@/api/errors";

/** As the server asks it; what else it minds it says itself. */
const SHORTEST_PASSWORD = 12;

export const PASSWORD_HINT = `At least ${SHORTEST_PASSWORD} characters; several words are good.`;

/** What was wrong with one field of a form, in the server's words. */
export function faultAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.faults.find((one) => one.pointer === pointer);
  return fault === undefined ? undefined : `${fault.reason}: ${fault.remedy}`;
}
