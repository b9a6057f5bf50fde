import { describe, expect, it } from "vitest";
import { type Begin, waysOf } from "./beginModel";

const BEGIN: Begin = { url: "http://host", project: "demo", secret: "tdm_1", updates: null };

function agentOf(begin: Begin): string {
  return waysOf(begin).find(({ id }) => id === "agent")?.block ?? "";
}

describe("the block of an agent", () => {
  it("names whose newer versions it may take, and turns that on for nobody", () => {
    const key = "ab".repeat(32);
    const block = agentOf({ ...BEGIN, updates: { channel: "https://releases/agents", key } });
    expect(block).toContain(`
on_start = true

[update]
channel = "https://releases/agents"
key = "${key}"
# automatic = true
END
`);
    expect(agentOf({ ...BEGIN, updates: { channel: "", key } })).not.toContain("channel");
  });

  it("says nothing of versions where the server has no key", () => {
    expect(agentOf(BEGIN)).not.toContain("update");
  });
});
