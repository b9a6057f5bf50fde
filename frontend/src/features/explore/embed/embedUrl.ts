/** State of an embedded chart ↔ its query string: that of the explorer, and the theme it is shown in. */

import { choiceOf, type UrlCodec } from "@/ui/url/urlState";
import { type ExploreState, exploreCodec } from "../exploreUrl";

const THEMES = ["system", "light", "dark"] as const;

export interface EmbedState extends ExploreState {
  theme: (typeof THEMES)[number];
}

export const embedCodec: UrlCodec<EmbedState> = {
  parse: (raw) => ({ ...exploreCodec.parse(raw), theme: choiceOf(raw, "theme", THEMES) }),
  format: ({ theme, ...state }) => ({
    ...exploreCodec.format(state),
    ...(theme === THEMES[0] ? {} : { theme }),
  }),
};
