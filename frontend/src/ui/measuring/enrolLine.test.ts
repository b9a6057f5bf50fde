import { describe, expect, it } from "vitest";
import { enrolLine } from "./enrolLine";

const ENROLMENT = { url: "http://host", token: "tde_1", updates: null };

describe("the line that enrols an agent", () => {
  it("exchanges the token and begins to serve", () => {
    expect(enrolLine(ENROLMENT)).toBe(
      "tidemark-agent enrol http://host tde_1" +
        " && tidemark-agent serve --config tidemark-agent/agent.toml",
    );
    expect(enrolLine({ ...ENROLMENT, serve: "--run toy" })).toMatch(/agent\.toml --run toy$/);
  });

  it("names whose newer versions it may take", () => {
    const key = "ab".repeat(32);
    const of = (channel: string) => enrolLine({ ...ENROLMENT, updates: { channel, key } });
    expect(of("https://releases/agents")).toContain(
      ` tde_1 --release-key ${key} --channel https://releases/agents && `,
    );
    expect(of("https://releases/agents?a=1&b=2")).toContain(
      " --channel 'https://releases/agents?a=1&b=2' && ",
    );
    expect(of("")).not.toContain("channel");
  });
});
