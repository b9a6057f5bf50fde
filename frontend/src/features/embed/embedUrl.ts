/** State of an embedded chart ↔ its query string; the names are those of the explorer. */

import { choiceOf, listOf, type RawSearch, type UrlCodec, wholeOf } from "@/ui/urlState";

const AXES = ["commit", "date"] as const;
const SCALES = ["linear", "log", "relative"] as const;
const THEMES = ["system", "light", "dark"] as const;
const MOST_SERIES = 20;

export interface EmbedState {
  series: number[];
  formulas: string[];
  hidden: number[];
  zoom: { from: number; to: number } | null;
  axis: (typeof AXES)[number];
  scale: (typeof SCALES)[number];
  theme: (typeof THEMES)[number];
}

export const embedCodec: UrlCodec<EmbedState> = {
  parse: (raw) => ({
    series: numbers(raw, "series").slice(0, MOST_SERIES),
    formulas: listOf(raw, "formula").slice(0, 1),
    hidden: numbers(raw, "hide"),
    zoom: zoomOf(raw),
    axis: choiceOf(raw, "axis", AXES),
    scale: choiceOf(raw, "scale", SCALES),
    theme: choiceOf(raw, "theme", THEMES),
  }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.series.length > 0) raw.series = state.series.map(String);
    if (state.formulas.length > 0) raw.formula = state.formulas;
    if (state.hidden.length > 0) raw.hide = state.hidden.map(String);
    if (state.zoom !== null) {
      raw.from = String(state.zoom.from);
      raw.to = String(state.zoom.to);
    }
    if (state.axis !== "commit") raw.axis = state.axis;
    if (state.scale !== "linear") raw.scale = state.scale;
    if (state.theme !== "system") raw.theme = state.theme;
    return raw;
  },
};

function numbers(raw: RawSearch, name: string): number[] {
  return listOf(raw, name)
    .filter((text) => /^-?\d{1,15}$/.test(text))
    .map(Number);
}

function zoomOf(raw: RawSearch): EmbedState["zoom"] {
  const from = wholeOf(raw, "from") ?? -1;
  const to = wholeOf(raw, "to") ?? -1;
  return from < 0 || to < from ? null : { from, to };
}
