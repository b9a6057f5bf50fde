/** What the address of an invitation holds. */

import { textOf, type UrlCodec } from "@/ui/urlState";

export const joinUrl: UrlCodec<{ token: string }> = {
  parse: (raw) => ({ token: textOf(raw, "token") ?? "" }),
  format: ({ token }) => ({ token }),
};
