/** State of the list of splits ↔ its query string. */

import { codecOf, flag, oneOf, type StateOf, TEXT, under } from "@/ui/url/urlFields";

export const STATES = ["open", "accepted", "rejected", "all"] as const;
export const SOURCES = ["all", "proposed", "made", "published"] as const;

export const splitsCodec = codecOf({
  state: oneOf(STATES),
  source: oneOf(SOURCES),
  suite: TEXT,
  testbed: TEXT,
  text: TEXT,
  /** The form for a published table is open. */
  isAdding: under("add", flag("table")),
});
export type SplitsState = StateOf<typeof splitsCodec>;

export const NO_CHOICE: Partial<SplitsState> = {
  state: "all",
  source: "all",
  suite: "",
  testbed: "",
  text: "",
};

/** What the server is asked for. */
export function splitsQuery(state: SplitsState) {
  const { source, suite, testbed, text } = state;
  return {
    ...(state.state === "all" ? {} : { state: [state.state] }),
    ...(source === "proposed" ? { origin: ["proposed" as const] } : {}),
    ...(source === "made" ? { origin: ["person" as const], kind: ["measured" as const] } : {}),
    ...(source === "published" ? { kind: ["published" as const] } : {}),
    ...(suite === "" ? {} : { suite: [suite] }),
    ...(testbed === "" ? {} : { testbed: [testbed] }),
    ...(text === "" ? {} : { text }),
  };
}
