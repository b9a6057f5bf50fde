import { describe, expect, it } from "vitest";
import { coloursFor } from "@/charts/frame/palette";
import { aLabel } from "@/testing/builders";
import { distinctNames, sharedParameter } from "./seriesNames";

describe("names of series beside each other", () => {
  it("hold only what tells them apart", () => {
    const names = distinctNames([
      aLabel({ id: 1 }),
      aLabel({ id: 2, parameters: { engine: "tokio" }, testbed: "bench-2" }),
    ]);
    expect([...names.values()]).toEqual(["engine=smol bench-1", "engine=tokio bench-2"]);
  });

  it("fall back to the whole name for a single series", () => {
    expect(distinctNames([aLabel({ id: 1 })]).get(1)).toBe("search engine=smol");
  });

  it("mention a parameter that only some of them have", () => {
    const names = distinctNames([aLabel({ id: 1, parameters: {} }), aLabel({ id: 2 })]);
    expect(names.get(2)).toBe("engine=smol");
    expect(names.get(1)).not.toBe(names.get(2));
  });
});

describe("colours", () => {
  it("are fixed by place and grey beyond eight", () => {
    const colours = coloursFor([11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(new Set(colours.values()).size).toBe(9);
    expect(colours.get(11)).toBe("var(--series-1)");
    expect(colours.get(19)).toBe("var(--series-muted)");
  });
});

describe("the parameter that names share", () => {
  it("leaves its values as names", () => {
    expect(sharedParameter(["threads=1", "threads=16"])).toEqual({
      parameter: "threads",
      values: ["1", "16"],
    });
  });

  it("is none where names differ in more", () => {
    expect(sharedParameter(["threads=1", "rings=2"])).toBeNull();
    expect(sharedParameter(["threads=1 rings=2", "threads=2 rings=2"])).toBeNull();
    expect(sharedParameter([])).toBeNull();
  });
});
