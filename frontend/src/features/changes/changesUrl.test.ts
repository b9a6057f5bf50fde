// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "@/ui/url/urlState";
import { type ChangesState, changesCodec, ORDERS, STATES, VERDICTS } from "./changesUrl";

const TRIAGED = {
  newest: { assignee: "", tag: "", isOverdue: false, muted: "", isOnPulls: false },
  largest: {
    assignee: "me",
    tag: "urgent, too",
    isOverdue: true,
    muted: "only",
    isOnPulls: true,
  },
} as const;

function everyState(): ChangesState[] {
  return STATES.flatMap((state) =>
    (["", ...VERDICTS] as const).flatMap((verdict) =>
      ORDERS.map((order) => ({
        state,
        verdict,
        order,
        days: order === "newest" ? "" : "30",
        effect: order === "newest" ? 0 : 2.5,
        ...TRIAGED[order],
        group: verdict === "" ? null : "17",
        filters: { chosen: { suite: ["a&b"], "param.engine": ["smol"] }, text: "x y" },
      })),
    ),
  );
}

describe("the address of the change list", () => {
  it("gives back every state it was written from", () => {
    for (const state of everyState()) {
      const text = stringifySearch(changesCodec.format(state));
      expect(changesCodec.parse(parseSearch(text))).toEqual(state);
    }
  });

  it("shows open changes, newest first, unless something else was asked for", () => {
    const plain = changesCodec.parse(parseSearch("?state=odd&verdict=bad&order=any&effect=-3"));
    expect(plain).toMatchObject({
      state: "open",
      verdict: "",
      order: "newest",
      effect: 0,
      group: null,
    });
    expect(changesCodec.format(plain)).toEqual({});
  });
});
