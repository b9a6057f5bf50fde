import { expect, it } from "vitest";
import { aChange, aGroup, aLabel, aTriage } from "@/testing/builders";
import { groupAnswer, narrowedText, reasonText } from "./groupModel";

it("names the metric unless its whole name is in the effect", () => {
  const answer = (metric: string, unit = "s") =>
    groupAnswer(
      aGroup({
        number: 3,
        series: 1,
        lead: aChange({ series: aLabel({ benchmark: "search", parameters: {}, metric, unit }) }),
      }),
    );
  expect(answer("low")).toMatch(/^Change #3: search low 4\.8.% slower/);
  expect(answer("s")).toMatch(/^Change #3: search s 4\.8/);
  expect(answer("memory", "B")).toMatch(/^Change #3: search 4\.8.% more memory/);
});

it("names other series only where there are some and commits are left in question", () => {
  const { commits } = aGroup();
  const group = aGroup({ series: 2, commits: { ...commits, count: 1 } });
  const narrowed = (part: Partial<typeof group>, suspects = 5) =>
    narrowedText({ ...group, ...part, lead: aChange({ suspects }) });
  expect(narrowed({})).toMatch(/to 5 commits; other series/);
  expect(narrowed({ series: 1 })).toBeNull();
  expect(narrowed({ commits: { ...commits, count: 0 } }, 1)).toBeNull();
});

it("gives a reason once", () => {
  const triage = aTriage({ why: "later results do not show it", is_said: false });
  expect(reasonText(aGroup({ state: "withdrawn", triage }))).toBe("");
  expect(reasonText(aGroup({ state: "accepted", triage }))).toBe(" “later results do not show it”");
});
