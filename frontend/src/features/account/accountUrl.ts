/** What the addresses of an invitation and of the sign-in page hold. */

import { textOf, type UrlCodec } from "@/ui/url/urlState";

/** The token of an invitation, or of a link to a new password. */
export const joinUrl: UrlCodec<{ token: string }> = {
  parse: (raw) => ({ token: textOf(raw, "token") ?? "" }),
  format: ({ token }) => ({ token }),
};

/** What hindered somebody who opened a link or came back from the identity provider; empty: nothing. */
export const welcomeUrl: UrlCodec<{ problem: string }> = {
  parse: (raw) => ({ problem: textOf(raw, "problem") ?? "" }),
  format: ({ problem }) => (problem === "" ? {} : { problem }),
};

/** What the server tells somebody whom it led to the account page; empty: nothing. */
export const accountUrl: UrlCodec<{ notice: string }> = {
  parse: (raw) => ({ notice: textOf(raw, "notice") ?? "" }),
  format: ({ notice }) => (notice === "" ? {} : { notice }),
};
