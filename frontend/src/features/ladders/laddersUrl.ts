/** State of the ladder pages ↔ their query strings. */

import { choiceOf, type RawSearch, textOf, type UrlCodec, wholeOf } from "@/ui/url/urlState";

const WAYS = ["none", "parameter", "result", "published"] as const;
type Way = (typeof WAYS)[number];

export interface LaddersState {
  /** How a new ladder is being made. */
  make: Way;
  /** Run that is to be added to one of the ladders, or that a new one is made from. */
  run: number | null;
}

export const laddersCodec: UrlCodec<LaddersState> = {
  parse: (raw) => ({ make: choiceOf(raw, "make", WAYS), run: wholeOf(raw, "run") ?? null }),
  format: ({ make, run }) => ({
    ...(make === "none" ? {} : { make }),
    ...(run === null ? {} : { run: String(run) }),
  }),
};

const VIEWS = ["chart", "table"] as const;

export interface LadderState {
  view: (typeof VIEWS)[number];
  /** What could be added: null while nobody asks, a run alone, or results of all runs. */
  add: "any" | "figures" | number | null;
  /** Words that candidates are searched with. */
  text: string;
  /** Rung that is open for editing. */
  rung: number | null;
}

const RUN = /^run:(\d{1,15})$/;

export const ladderCodec: UrlCodec<LadderState> = {
  parse: (raw) => ({
    view: choiceOf(raw, "view", VIEWS),
    add: addOf(textOf(raw, "add")),
    text: textOf(raw, "text") ?? "",
    rung: wholeOf(raw, "rung") ?? null,
  }),
  format: ({ view, add, text, rung }) => {
    const raw: RawSearch = {};
    if (view !== "chart") raw.view = view;
    if (add !== null) raw.add = typeof add === "number" ? `run:${add}` : add;
    if (text !== "") raw.text = text;
    if (rung !== null) raw.rung = String(rung);
    return raw;
  },
};

function addOf(text: string | undefined): LadderState["add"] {
  if (text === "any" || text === "figures") return text;
  const run = text === undefined ? null : RUN.exec(text);
  return run === null ? null : Number(run[1]);
}
