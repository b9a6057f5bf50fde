import { describe, expect, it } from "vitest";
import type { Agent } from "@/api/types";
import { aClaim } from "./claimBuilders";
import { awaitedOf } from "./claimsModel";

const agent: Agent = {
  id: 1,
  machine_id: 1,
  name: "agent-1",
  version: "0.1.0",
  state: "idle",
  suite: null,
  message: null,
  progress: null,
  spooled: 0,
  last_beat_at: "2026-01-01T00:00:00Z",
  is_silent: false,
  key: null,
  version_trouble: "",
  planned: [
    {
      suite: "runtime",
      mode: "quick",
      due_at: "2026-01-01T00:09:00Z",
      paused_after: null,
      paused_for: null,
    },
    {
      suite: "runtime",
      mode: "full",
      due_at: "2026-01-01T00:05:00Z",
      paused_after: null,
      paused_for: null,
    },
  ],
};

describe("a claim that nobody has judged", () => {
  it("waits for its first suite until the earliest time that an agent plans", () => {
    expect(awaitedOf(aClaim(), [agent])).toEqual({
      suite: "runtime",
      due: "2026-01-01T00:05:00Z",
    });
  });

  it("is measured now where an agent is at its suite", () => {
    const busy = { ...agent, state: "building" as const, suite: "runtime" };
    expect(awaitedOf(aClaim(), [busy]).due).toBe("now");
  });

  it("waits for nobody where no agent plans it or the one that did is silent", () => {
    expect(awaitedOf(aClaim(), []).due).toBeNull();
    expect(awaitedOf(aClaim(), [{ ...agent, is_silent: true }]).due).toBeNull();
  });
});
