/** State of the list of views ↔ its query string. */

import { type RawSearch, textOf, type UrlCodec, wholeOf } from "@/ui/url/urlState";

export interface ViewsState {
  /** Words that all occur in the name, the note, the page or the author. */
  text: string;
  /** The view that is being renamed. */
  edited: number | null;
}

export const viewsCodec: UrlCodec<ViewsState> = {
  parse: (raw) => ({ text: textOf(raw, "text") ?? "", edited: wholeOf(raw, "edit") ?? null }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.text !== "") raw.text = state.text;
    if (state.edited !== null) raw.edit = String(state.edited);
    return raw;
  },
};
