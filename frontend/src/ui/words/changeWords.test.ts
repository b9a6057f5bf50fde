// @vitest-environment node
import { describe, expect, it } from "vitest";
import { aChange, aCommit, aGroup } from "@/testing/builders";
import PAUSES from "../../../../backend/tests/wording/pauses.json?raw";
import {
  basisText,
  causeText,
  changeMark,
  changeText,
  differencesText,
  isConfirmed,
  isOfCode,
  machinesText,
  pauseOf,
  pauseOfChange,
  sinceText,
} from "./changeWords";

it("says on how many points an effect was judged", () => {
  const basis = (before_n: number, after_n: number) => basisText(aChange({ before_n, after_n }));
  expect(basis(60, 42)).toBe("judged on 60 points before, 42 after");
  expect(basis(164, 42)).toBe("judged on 60 points before, 42 after");
  expect(basis(1, 2)).toBe("judged on 1 point before, 2 after");
});

describe("a change point in words", () => {
  it("names the commits among which the cause is", () => {
    expect(causeText(aChange({ suspects: 1 }))).toBe("Most likely c0ffee12 (95 %).");
    const range = aChange({
      suspects: 3,
      first_suspect: aCommit({ name: "1.2.0" }),
      last_suspect: aCommit({ name: "1.4.0" }),
    });
    expect(causeText(range)).toBe("Most likely one of 3 commits (95 %): 1.2.0 … 1.4.0.");
    expect(causeText({ ...range, first_suspect: null })).toBe(
      "Most likely one of 3 commits up to 1.4.0 (95 %).",
    );
  });

  it("blames no commit for a change of the environment", () => {
    expect(causeText(aChange({ kind: "environment", suspects: 1 }))).toMatch(
      /^No commit is blamed: the machine changed here for good.*Runs of an earlier commit on the new machine show whether the code changed too\.$/,
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

  it("counts confirmed changes as open and suspicions as nothing yet", () => {
    expect(isConfirmed(aChange({ state: "confirmed" }))).toBe(true);
    expect(isConfirmed(aChange({ state: "suspected" }))).toBe(false);
    expect(isConfirmed(aChange({ state: "fixed" }))).toBe(false);
  });

  it("says what a state that is not settled or is closed rests on", () => {
    expect(causeText(aChange({ state: "suspected", after_n: 1 }))).toBe(
      "One run so far, waiting for more runs.",
    );
    expect(causeText(aChange({ state: "suspected", after_n: 3 }))).toMatch(/^3 runs so far/);
    expect(causeText(aChange({ state: "refuted", cause: "reruns" }))).toMatch(/was a spike\.$/);
    expect(causeText(aChange({ state: "refuted", cause: "person" }))).toBe("Refuted by a person.");
    expect(causeText(aChange({ state: "cleared" }))).toBe("Later results did not bear it out.");
    expect(causeText(aChange({ state: "withdrawn" }))).toBe("Later results took it back.");
  });

  it("blames no code where the binary or the commit is the same", () => {
    const unchanged = aChange({ same_code: true });
    expect(causeText(unchanged)).toBe("The same binary ran before and after.");
    expect(causeText({ ...unchanged, previous_commit: unchanged.commit })).toBe(
      "Runs of one commit differ.",
    );
    const control = { ...unchanged, series: { ...unchanged.series, suite: "machine-control" } };
    expect(causeText(control)).toBe("Fixed work of the agent: what moved is the machine.");
    expect(changeText(unchanged)).toMatch(/slower .*, not the code$/);
    expect([isOfCode(unchanged), isOfCode(aChange())]).toEqual([false, true]);
  });

  it("names what changed beside the code, the first few", () => {
    const rustc = { name: "rustc", before: "1.94", after: "1.95" };
    expect(differencesText(aChange())).toBe("");
    expect(differencesText(aChange({ differences: [rustc] }))).toBe(
      "Changed too: rustc 1.94 → 1.95.",
    );
    const flag = { name: "lto", before: null, after: true };
    expect(differencesText(aChange({ kind: "environment", differences: [rustc, flag] }))).toBe(
      "Changed: rustc 1.94 → 1.95, lto unset → true.",
    );
    const many = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `a${n}`, before: 0, after: n }));
    expect(differencesText(aChange({ differences: many }))).toMatch(/a4 0 → 4, 2 more\.$/);
  });

  it("says which offsets of machines that take turns were removed", () => {
    expect(machinesText(aChange())).toBe("");
    const text = machinesText(aChange({ offsets: [1.051, 0.98] })).replaceAll("\u202f", " ");
    expect(text).toBe(
      "3 machines take turns; offsets from the newest removed: +5.1 %, \u22122.0 %.",
    );
  });
});

it("does not blame the first commit alone after a long time without results", () => {
  const textAfter = (pause: number | null) =>
    causeText(aChange({ suspects: 1, pause_days: pause }));
  expect(textAfter(null)).toBe("Most likely c0ffee12 (95 %).");
  expect(textAfter(517)).toBe(
    "Most likely c0ffee12 or one from the 17 months before it, which have no results (95 %).",
  );
});

describe("a change of the tail or of the shape", () => {
  const said = (part: Parameters<typeof aChange>[0]) =>
    changeText(aChange({ ratio: 3, low: 2.8, high: 3.2, before: 0.002, after: 0.006, ...part }));
  it("names the percentile and both levels before the effect", () => {
    expect(said({ aspect: "p99" }).replaceAll("\u202f", " ")).toBe(
      "p99 2 ms → 6 ms, 3.00× slower [2.80, 3.20]",
    );
  });
  it("says that the spread is wider or narrower", () => {
    expect(said({ aspect: "spread" })).toMatch(/^spread 2.*, 3× wider$/);
    expect(said({ aspect: "spread", before: 0.006, after: 0.002 })).toMatch(/3× narrower$/);
  });
  it("names the modes where their number is another one", () => {
    const modes = { modes_before: [0.001], modes_after: [0.001, 0.00107] };
    expect(said({ aspect: "spread", ...modes }).replaceAll("\u202f", " ")).toBe(
      "one mode became two: 1 ms and 1.07 ms",
    );
  });
});

describe("a drift", () => {
  it("is spread over its commits and says how much each adds on average", () => {
    const drift = aChange({
      kind: "drift",
      ratio: 1.1 ** 2,
      suspects: 2,
      first_suspect: aCommit({ name: "1.2.0" }),
      last_suspect: aCommit({ name: "1.4.0" }),
      after_n: 2,
    });
    expect(changeText(drift)).toMatch(/^drift, 21\.0.% slower/);
    expect(causeText(drift)).toMatch(
      /^Spread over 2 commits, 10.% each on average: 1\.2\.0 … 1\.4\.0\.$/,
    );
    expect(basisText(drift)).toBe("judged on the 2 points it spans");
  });
});

const NAME = "b6e3b1b7".padEnd(40, "0");

it("says since when as mails and the command do", () => {
  const cases: { days: number | null; said: string }[] = JSON.parse(PAUSES);
  for (const { days, said } of cases) expect(sinceText(NAME, days)).toBe(said);
});

it("asks for the time before only where one commit alone would be blamed", () => {
  const lead = aChange({ pause_days: 500 });
  expect(pauseOf(aGroup({ lead }))).toBe(500);
  expect(pauseOfChange(lead)).toBe(500);
  expect(pauseOf(aGroup({ lead, cause: "same_binary" }))).toBeNull();
  expect(pauseOfChange({ ...lead, suspects: 2 })).toBeNull();
  const since = aCommit({ id: 99 });
  expect(pauseOf(aGroup({ lead, commits: { named: [since], count: 1, since } }))).toBeNull();
});
