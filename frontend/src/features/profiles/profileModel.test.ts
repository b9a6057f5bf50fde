// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { FunctionTime } from "./functionTimes";
import { answerText, differenceOf, holdingDiscoveries, measureOf } from "./profileModel";

const SIDE = { kind: "cpu" as const, samples: 100_000, cpu_s: 100, repetitions: 1 };

function aFunction(name: string, own: number, baseOwn: number): FunctionTime {
  return { name, own, baseOwn, total: own, baseTotal: baseOwn };
}

/** Two profiles of one program: the largest of 400 is three standard errors (20) off by chance. */
function byChance(): FunctionTime[] {
  return Array.from({ length: 400 }, (_, place) => {
    const part = (place + 0.5) / 400;
    const deviate = Math.log(part / (1 - part)) / 2;
    return aFunction(`f${place}`, Math.round(200 + 20 * deviate), 200);
  });
}

describe("the comparison of two profiles", () => {
  const alone = measureOf(SIDE, SIDE);

  it("tells no difference where the largest of many is what chance makes", () => {
    const functions = byChance();
    const measure = holdingDiscoveries(alone, functions);
    expect(functions.some((one) => differenceOf(one.own, one.baseOwn, alone).isSignificant)).toBe(
      true,
    );
    expect(answerText(functions, measure, true)).toBe(
      "No function differs significantly; take more samples to see smaller differences.",
    );
  });

  it("tells a function that is far from what chance makes, among as many", () => {
    const functions = [...byChance(), aFunction("copy", 900, 600)];
    const measure = holdingDiscoveries(alone, functions);
    expect(answerText(functions, measure, true)).toMatch(/^The largest difference is copy: \+300/);
    expect(differenceOf(260, 200, measure).isSignificant).toBe(false);
  });
});
