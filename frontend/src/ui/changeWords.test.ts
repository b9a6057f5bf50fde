// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aCommit } from "@/testing/builders";
import { basisText, causeText, isOpen } from "./changeWords";

describe("a change point in words", () => {
  it("says how many points stand behind each level", () => {
    expect(basisText(aChange({ before_n: 60, after_n: 42 }))).toBe("60 points before, 42 after");
    expect(basisText(aChange({ before_n: 1, after_n: 2 }))).toBe("1 point before, 2 after");
  });

  it("names the commits among which the cause is", () => {
    expect(causeText(aChange({ suspects: 1 }))).toBe("The cause is this commit.");
    const range = aChange({
      suspects: 3,
      first_suspect: aCommit({ name: "1.2.0" }),
      last_suspect: aCommit({ name: "1.4.0" }),
    });
    expect(causeText(range)).toBe("The cause is one of 3 commits: 1.2.0 … 1.4.0.");
    expect(causeText({ ...range, first_suspect: null })).toBe(
      "The cause is one of 3 commits up to 1.4.0.",
    );
  });

  it("blames no commit for a change of the environment", () => {
    expect(causeText(aChange({ kind: "environment", suspects: 1 }))).toBe(
      "The environment changed here.",
    );
  });

  it("counts suspected and confirmed changes as open", () => {
    expect(isOpen(aChange({ state: "suspected" }))).toBe(true);
    expect(isOpen(aChange({ state: "fixed" }))).toBe(false);
  });
});
