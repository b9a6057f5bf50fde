// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aGroup, aHistory, aSeries } from "@/testing/builders";
import {
  answerText,
  changesIn,
  doneText,
  judgementsFor,
  OPPOSITES,
  shapesOf,
} from "./changesModel";
import { changesCodec } from "./changesUrl";

const PLAIN = changesCodec.parse({});

describe("the list of changes", () => {
  it("says first how many there are of what was asked for, and of how many causes", () => {
    const many = { total: 3, changes: 12 };
    expect(answerText(many, { ...PLAIN, verdict: "regression" })).toBe(
      "12 open regressions from 3 causes.",
    );
    expect(answerText({ total: 1, changes: 1 }, { ...PLAIN, state: "all" })).toBe("1 change.");
    expect(answerText({ total: 0, changes: 0 }, { ...PLAIN, state: "refuted" })).toBe(
      "No refuted change.",
    );
    expect(answerText(undefined, PLAIN)).toBe("Changes");
  });

  it("draws a series without its gaps and knows where each commit lies", () => {
    const shape = shapesOf([aHistory(aSeries([1, null, 3]))]).get(1);
    expect(shape?.values).toEqual([1, 3]);
    expect(shape?.indexOf.get(3)).toBe(1);
    expect(shape?.indexOf.has(2)).toBe(false);
  });
});

describe("judging", () => {
  it("offers what applies to a change as it stands", () => {
    const standing = { cause: "detection" as const, is_acknowledged: false };
    expect(judgementsFor({ ...standing, state: "confirmed" })).toEqual([
      "acknowledged",
      "rejected",
    ]);
    expect(judgementsFor({ ...standing, state: "confirmed", is_acknowledged: true })).toEqual([
      "unacknowledged",
      "rejected",
    ]);
    expect(judgementsFor({ ...standing, state: "refuted", cause: "person" })).toEqual(["reopened"]);
    expect(judgementsFor({ ...standing, state: "refuted", cause: "reruns" })).toEqual([]);
    expect(judgementsFor({ ...standing, state: "cleared" })).toEqual([]);
  });

  it("of chosen causes means all of their changes, also those that no row names", () => {
    const groups = [aGroup({ ids: [1, 5, 6] }), aGroup({ lead: { ...aGroup().lead, id: 9 } })];
    expect(changesIn(groups, new Set([1]))).toEqual([1, 5, 6]);
    expect(changesIn(groups, new Set())).toEqual([]);
  });

  it("says what was done and what it did not apply to, and knows the way back", () => {
    expect(doneText("acknowledged", 3, 0)).toBe("3 changes are acknowledged");
    expect(doneText("rejected", 1, 2)).toBe("1 change is marked as no change; 2 could not be");
    for (const [judgement, opposite] of Object.entries(OPPOSITES)) {
      expect(OPPOSITES[opposite]).toBe(judgement);
    }
  });
});
