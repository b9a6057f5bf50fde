import { describe, expect, it } from "vitest";
import { proposeCommand } from "./proposeCommand";

describe("the command that proposes a patch", () => {
  it("names project, metric, suite, and the ladder that it may become a rung of", () => {
    const proposal = { project: "demo", suite: "runtime-rust", metric: "throughput" };
    const plain = "tidemark propose --project=demo --aim=throughput";
    expect(proposeCommand(proposal)).toBe(`${plain} runtime-rust`);
    expect(proposeCommand({ ...proposal, ladder: 4 })).toBe(`${plain} --ladder=4 runtime-rust`);
  });

  it("is one word for each name, whatever somebody uploaded", () => {
    const proposal = { project: "demo", suite: "-x; $(id)", metric: "it's" };
    const shown = "tidemark propose --project=demo --aim='it'\\''s' -- '-x; $(id)'";
    expect(proposeCommand(proposal)).toBe(shown);
  });
});
