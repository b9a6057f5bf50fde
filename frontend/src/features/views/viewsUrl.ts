/** State of the list of views ↔ its query string. */

import { codecOf, TEXT, under, WHOLE } from "@/ui/url/urlFields";

export const viewsCodec = codecOf({
  /** Words that all occur in the name, the note, the page or the author. */
  text: TEXT,
  /** The view that is being renamed. */
  edited: under("edit", WHOLE),
});
