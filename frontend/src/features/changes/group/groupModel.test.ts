import { expect, it } from "vitest";
import { aChange, aGroup, aLabel } from "@/testing/builders";
import { groupAnswer } from "./groupModel";

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
