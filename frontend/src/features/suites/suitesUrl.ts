/** State of a suite's page ↔ its query string. */

import { codecOf, TEXT } from "@/ui/url/urlFields";

export const suiteCodec = codecOf({
  /** Words that the name or summary of a benchmark must hold. */
  text: TEXT,
});
