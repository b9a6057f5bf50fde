import { describe, expect, it } from "vitest";
import { share } from "@/charts/frame/frame";
import {
  axesNote,
  frontOf,
  type ParetoPoint,
  paretoDomain,
  paretoTicks,
  placedNames,
} from "./paretoModel";

function aPoint(name: string, x: number, y: number, part: Partial<ParetoPoint> = {}): ParetoPoint {
  return {
    name,
    role: "alternative",
    x: { value: x, low: null, high: null },
    y: { value: y, low: null, high: null },
    isOnFront: true,
    said: "",
    ...part,
  };
}

describe("paretoDomain", () => {
  it("holds intervals, unless they dwarf the differences", () => {
    const near = paretoDomain([
      { value: 10, low: 9.5, high: 10.5 },
      { value: 12, low: 11.5, high: 12.5 },
    ]);
    expect(near.low).toBeLessThan(9.5);
    expect(near.high).toBeGreaterThan(12.5);
    const wide = paretoDomain([
      { value: 10, low: -900, high: 900 },
      { value: 12, low: 11, high: 13 },
    ]);
    expect(wide.high).toBeLessThan(15);
  });

  it("puts half and double equally far", () => {
    const exact = (value: number) => ({ value, low: null, high: null });
    const axis = paretoDomain([exact(0.01), exact(0.02), exact(1)]);
    expect(share(axis, 0.2) - share(axis, 0.1)).toBeCloseTo(share(axis, 0.1) - share(axis, 0.05));
    expect(axis.low).toBeGreaterThan(0);
  });

  it("stays linear where a value is not above zero", () => {
    const axis = paretoDomain([
      { value: 0, low: null, high: null },
      { value: 3, low: -1, high: 4 },
    ]);
    expect(share(axis, (axis.low + axis.high) / 2)).toBeCloseTo(0.5);
  });

  it("has a width where all are equal", () => {
    const axis = paretoDomain([{ value: 3, low: null, high: null }]);
    expect(axis.high).toBeGreaterThan(axis.low);
  });
});

describe("axesNote", () => {
  it("says of each axis only what is true of it", () => {
    const far = { low: 0.1, high: 9, isLog: true };
    const zero = { low: -1, high: 4 };
    expect(axesNote(far, far)).toMatch(/^Both axes are logarithmic/);
    expect(axesNote(zero, far)).toBe("The axis upwards is logarithmic");
    expect(axesNote({ low: 2, high: 4 }, zero)).toBe("The axis across does not start at zero");
    expect(axesNote(zero, zero)).toBeNull();
  });
});

describe("paretoTicks", () => {
  it("keeps to the room there is over several decades", () => {
    const scale = { divisor: 1, label: "s" };
    const ticks = paretoTicks({ low: 0.01, high: 20, isLog: true }, 4, scale);
    expect(ticks.length).toBeLessThanOrEqual(4);
    expect(ticks.map(({ label }) => label)).toContain("1");
  });
});

describe("frontOf", () => {
  it("joins the members of the front from left to right", () => {
    const points = [
      aPoint("b", 2, 1),
      aPoint("beaten", 1, 1, { isOnFront: false }),
      aPoint("a", 1, 2),
    ];
    expect(frontOf(points, "higher", "higher").map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

describe("the line of the front", () => {
  it("leaves out what is on the front only for want of evidence", () => {
    const points = [aPoint("a", 1, 2), aPoint("b", 2, 1), aPoint("untold", 2.5, 2.5)];
    const joined = frontOf(points, "lower", "lower").map(({ name }) => name);
    expect(joined).toEqual(["a", "b"]);
  });
});

describe("placedNames", () => {
  const frame = {
    width: 400,
    height: 300,
    left: 40,
    right: 390,
    top: 10,
    bottom: 280,
    x: { low: 0, high: 10 },
    y: { low: 0, high: 10 },
  };

  it("leaves out what would lie over others, both sides of the change last", () => {
    const crowd = Array.from({ length: 30 }, (_, place) => aPoint(`ring=${place}`, 5, 5));
    const contender = aPoint("contender", 5, 5, { role: "contender" });
    const names = placedNames([...crowd, contender], frame);
    expect(names[0]?.name).toBe("contender");
    expect(names.length).toBeLessThan(12);
    for (const [place, one] of names.entries()) {
      const beside = names.slice(place + 1).filter(({ anchor }) => anchor === one.anchor);
      expect(beside.every(({ y }) => Math.abs(y - one.y) >= 15)).toBe(true);
    }
  });

  it("keeps names of neighbours apart and inside the drawing", () => {
    const names = placedNames([aPoint("first", 9.9, 5), aPoint("second", 9.8, 5.1)], frame);
    expect(Math.abs((names[0]?.y ?? 0) - (names[1]?.y ?? 0))).toBeGreaterThanOrEqual(12);
    expect(names.every(({ anchor }) => anchor === "end")).toBe(true);
  });

  it("puts no name over the numbers of an axis", () => {
    const atTheCorner = aPoint("7c275936210f to c80f2e3f1af9", 4.5, 0.1);
    const names = placedNames([atTheCorner, aPoint("c85cb39dbe8e", 0.2, 5)], frame);
    const left = ({ name, x, anchor }: (typeof names)[number]) =>
      anchor === "start" ? x : x - 7 * name.length;
    expect(names.map(({ name }) => name)).toContain("c85cb39dbe8e");
    expect(names.every((one) => left(one) >= frame.left && one.y <= frame.bottom)).toBe(true);
  });
});
