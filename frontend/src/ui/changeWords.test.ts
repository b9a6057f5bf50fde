// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aCommit } from "@/testing/builders";
import { basisText, causeText, changeMark, changeText, isOpen } from "./changeWords";

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
      "No commit is blamed: the machine changed here.",
    );
  });

  it("judges no change of the environment and names its levels", () => {
    const event = aChange({
      kind: "environment",
      low: null,
      high: null,
      before: 0.0012,
      after: 0.0013,
    });
    expect(changeText(event).replaceAll("\u202f", " ")).toBe(
      "environment changed, level 1.20 ms → 1.30 ms",
    );
    expect(changeMark(event)).toBe("◆");
  });

  it("gives the levels where they have no ratio", () => {
    const first = aChange({ ratio: null, low: null, high: null, before: 0, after: 0.003 });
    expect(changeText(first).replaceAll("\u202f", " ")).toBe("level 0 s → 3 ms");
    expect(changeMark(first)).toBe("▲");
  });

  it("counts suspected and confirmed changes as open", () => {
    expect(isOpen(aChange({ state: "suspected" }))).toBe(true);
    expect(isOpen(aChange({ state: "fixed" }))).toBe(false);
  });
});
