/** State of the list of splits ↔ its query string. */

import { choiceOf, type RawSearch, textOf, type UrlCodec } from "@/ui/url/urlState";

export const STATES = ["open", "accepted", "rejected", "all"] as const;
export const SOURCES = ["all", "proposed", "made", "published"] as const;

export interface SplitsState {
  state: (typeof STATES)[number];
  source: (typeof SOURCES)[number];
  suite: string;
  testbed: string;
  text: string;
  /** The form for a published table is open. */
  isAdding: boolean;
}

export const NO_CHOICE: Partial<SplitsState> = {
  state: "all",
  source: "all",
  suite: "",
  testbed: "",
  text: "",
};

export const splitsCodec: UrlCodec<SplitsState> = {
  parse: (raw) => ({
    state: choiceOf(raw, "state", STATES),
    source: choiceOf(raw, "source", SOURCES),
    suite: textOf(raw, "suite") ?? "",
    testbed: textOf(raw, "testbed") ?? "",
    text: textOf(raw, "text") ?? "",
    isAdding: textOf(raw, "add") === "table",
  }),
  format: (state) => {
    const raw: RawSearch = {};
    if (state.state !== "open") raw.state = state.state;
    if (state.source !== "all") raw.source = state.source;
    if (state.suite !== "") raw.suite = state.suite;
    if (state.testbed !== "") raw.testbed = state.testbed;
    if (state.text !== "") raw.text = state.text;
    if (state.isAdding) raw.add = "table";
    return raw;
  },
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
