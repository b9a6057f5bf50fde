// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aGroup, aHistory, aSeries, aTriage } from "@/testing/builders";
import {
  answerText,
  doneText,
  judgementsFor,
  keyOf,
  OPPOSITES,
  saidText,
  shapesOf,
  statesFor,
} from "./changesModel";
import { changesCodec } from "./changesUrl";

const PLAIN = changesCodec.parse({});

describe("the list of changes", () => {
  it("says first how many there are of what was asked for, and in how many series", () => {
    const none = { asides: 0, aside_changes: 0, history: 0, in_pulls: 0 };
    const many = { total: 3, changes: 12, ...none };
    expect(answerText(many, { ...PLAIN, verdict: "regression" })).toBe(
      "3 open regressions in 12 series.",
    );
    expect(answerText({ total: 1, changes: 1, ...none }, { ...PLAIN, state: "all" })).toBe(
      "1 change in 1 series.",
    );
    expect(answerText({ total: 0, changes: 0, ...none }, { ...PLAIN, state: "invalid" })).toBe(
      "No invalid change.",
    );
    expect(answerText(undefined, PLAIN)).toBe("Changes");
    const both = {
      total: 13,
      changes: 213,
      asides: 3,
      aside_changes: 154,
      history: 0,
      in_pulls: 0,
    };
    expect(answerText(both, PLAIN)).toBe(
      "10 open changes in 59 series, and 3 changes that are not the code.",
    );
    const machine = {
      total: 1,
      changes: 77,
      asides: 1,
      aside_changes: 77,
      history: 0,
      in_pulls: 0,
    };
    expect(answerText(machine, PLAIN)).toBe("No open change; 1 change that is not the code.");
  });

  it("calls nothing open that was old when it was imported, as the overview does", () => {
    const none = { asides: 0, aside_changes: 0, in_pulls: 0 };
    const old = { total: 0, changes: 0, ...none, history: 10 };
    expect(answerText(old, PLAIN)).toBe("No open change · 10 in history.");
    const both = { total: 3, changes: 6, asides: 1, aside_changes: 2, history: 10, in_pulls: 0 };
    expect(answerText(both, PLAIN)).toBe(
      "2 open changes in 4 series, and 1 change that is not the code · 10 in history.",
    );
    const listed = { total: 10, changes: 24, ...none, history: 10 };
    expect(answerText(listed, { ...PLAIN, state: "history" })).toBe(
      "10 changes in history, in 24 series.",
    );
    expect(answerText(old, { ...PLAIN, state: "history" })).toBe("No change in history.");
  });

  it("says how many are on pull requests where those are left out, and lists them alone", () => {
    const left = { total: 1, changes: 2, asides: 0, aside_changes: 0, history: 4, in_pulls: 3 };
    expect(answerText(left, PLAIN)).toBe(
      "1 open change in 2 series · 4 in history · 3 on pull requests.",
    );
    expect(answerText({ ...left, total: 0, changes: 0, history: 0 }, PLAIN)).toBe(
      "No open change · 3 on pull requests.",
    );
    expect(answerText({ ...left, total: 3, history: 0 }, { ...PLAIN, isOnPulls: true })).toBe(
      "3 open changes on pull requests, in 2 series.",
    );
    const all = changesCodec.parse({ state: "all" });
    expect(answerText({ ...left, history: 0 }, all)).toBe("1 change in 2 series.");
    const branch = changesCodec.parse({ branch: "pull/9" });
    expect(answerText({ ...left, history: 0 }, branch)).toBe("1 open change in 2 series.");
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

  it("offers for groups what applies to any of them", () => {
    const said = aGroup({ state: "invalid", triage: aTriage({ is_said: true }) });
    expect([...statesFor([said])]).toEqual(["open"]);
    expect([...statesFor([aGroup({ state: "invalid" })])]).toEqual([]);
    expect([...statesFor([aGroup()])]).toEqual(["acknowledged", "accepted", "fixed", "invalid"]);
    expect([...statesFor([aGroup({ number: null, state: "suspected" })])]).toEqual([]);
    expect([...statesFor([aGroup({ state: "fixed" }), aGroup({ state: "accepted" })])]).toEqual([
      "invalid",
      "acknowledged",
      "fixed",
      "open",
    ]);
  });

  it("tells how many groups it said that of", () => {
    expect(saidText("accepted", 2, 0)).toBe("2 changes are accepted");
    expect(saidText("invalid", 1, 1)).toBe("1 change is marked as not a change; 1 could not be");
    expect(keyOf(aGroup({ number: null }))).toBe("change-1");
  });

  it("says what was done and what it did not apply to, and knows the way back", () => {
    expect(doneText("acknowledged", 3, 0)).toBe("3 changes are acknowledged");
    expect(doneText("rejected", 1, 2)).toBe("1 change is marked as not a change; 2 could not be");
    for (const [judgement, opposite] of Object.entries(OPPOSITES)) {
      expect(OPPOSITES[opposite]).toBe(judgement);
    }
  });
});
