/** State of the ladder pages ↔ their query strings. */

import { codecOf, field, oneOf, type StateOf, TEXT, WHOLE } from "@/ui/url/urlFields";

export const laddersCodec = codecOf({
  /** How a new ladder is being made. */
  make: oneOf(["none", "parameter", "result", "published"]),
  /** Run that is to be added to one of the ladders, or that a new one is made from. */
  run: WHOLE,
});
export type LaddersState = StateOf<typeof laddersCodec>;

const RUN = /^run:(\d{1,15})$/;

export const ladderCodec = codecOf({
  view: oneOf(["chart", "table"]),
  /** What could be added: null while nobody asks, a run alone, or results of all runs. */
  add: field(addOf, (add) => (typeof add === "number" ? `run:${add}` : (add ?? ""))),
  /** Words that candidates are searched with. */
  text: TEXT,
  /** Rung that is open for editing. */
  rung: WHOLE,
});
export type LadderState = StateOf<typeof ladderCodec>;

function addOf(text: string): "any" | "figures" | number | null {
  if (text === "any" || text === "figures") return text;
  const run = RUN.exec(text);
  return run === null ? null : Number(run[1]);
}
