/** State of the claim pages ↔ their query strings. */

import { textOf, type UrlCodec } from "@/ui/url/urlState";

export interface ClaimsState {
  /** The form for a file of claims is open. */
  isAdding: boolean;
}

export const claimsCodec: UrlCodec<ClaimsState> = {
  parse: (raw) => ({ isAdding: textOf(raw, "add") === "file" }),
  format: ({ isAdding }) => (isAdding ? { add: "file" } : {}),
};

export interface ClaimState {
  /** Whose measurements are shown; null: the machine that measured last. */
  testbed: string | null;
}

export const claimCodec: UrlCodec<ClaimState> = {
  parse: (raw) => ({ testbed: textOf(raw, "testbed") ?? null }),
  format: ({ testbed }) => (testbed === null ? {} : { testbed }),
};
