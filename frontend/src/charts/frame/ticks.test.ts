import { describe, expect, it } from "vitest";
import { commitLabel, dateTicks, indexTicks, linearTicks, logTicks, niceStep } from "./ticks";

const labels = (ticks: { label: string }[]) =>
  ticks.map((tick) => tick.label.replaceAll("\u202f", " "));
const ms = { divisor: 1e-3, label: "ms" };
const one = { divisor: 1, label: "" };

describe("linear ticks", () => {
  it("are round numbers of the shown unit with as many decimals as they need", () => {
    expect(labels(linearTicks(0.0961, 0.1123, 4, ms))).toEqual(["100", "105", "110"]);
    expect(labels(linearTicks(0.00101, 0.00104, 3, ms))).toEqual(["1.01", "1.02", "1.03", "1.04"]);
    expect(labels(linearTicks(0, 0.0003, 3, ms))).toEqual(["0.0", "0.1", "0.2", "0.3"]);
  });

  it("group thousands and know values below zero", () => {
    expect(labels(linearTicks(0, 20_000, 2, one))).toEqual(["0", "10 000", "20 000"]);
    expect(labels(linearTicks(-1, 1, 2, one))).toEqual(["\u22121", "0", "1"]);
  });

  it("have a step even where there is no span", () => {
    expect(niceStep(0, 5)).toBe(1);
  });
});

describe("logarithmic ticks", () => {
  it("stand at 1, 2 and 5 within few decades and at powers of ten over many", () => {
    expect(labels(logTicks(1, 64, one))).toEqual(["1", "2", "5", "10", "20", "50"]);
    expect(labels(logTicks(1, 1e6, one))).toHaveLength(7);
  });

  it("are round in the shown unit where that counts in powers of two", () => {
    const kib = { divisor: 1024, label: "KiB" };
    const ticks = logTicks(1024, 64 * 1024, kib);
    expect(labels(ticks)).toEqual(["1", "2", "5", "10", "20", "50"]);
    expect(ticks[0]?.at).toBe(1024);
  });

  it("fall back to linear ones within half a decade", () => {
    expect(labels(logTicks(100, 120, one)).length).toBeGreaterThan(2);
  });
});

describe("ticks of commits and dates", () => {
  it("spread evenly over as much room as there is, ends included", () => {
    expect(indexTicks(0, 9, 4)).toEqual([0, 3, 6, 9]);
    expect(indexTicks(0, 2, 10)).toEqual([0, 1, 2]);
    expect(indexTicks(5, 5, 3)).toEqual([5]);
  });

  it("have one distance between them, and the newest has a label", () => {
    for (const [last, room] of [
      [39, 17],
      [6, 5],
      [100, 12],
      [37, 9],
    ] as const) {
      const ticks = indexTicks(0, last, room);
      const steps = ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0));
      expect(new Set(steps).size).toBe(1);
      expect(ticks.length).toBeLessThanOrEqual(room);
      expect(ticks.at(-1)).toBe(last);
    }
  });

  it("name the one moment of an axis that holds no other, with its date", () => {
    const at = Date.UTC(2026, 0, 2, 10);
    expect(labels(dateTicks(at - 1, at + 1, 8))).toEqual(["2026-01-02 10:00"]);
  });

  it.each([
    ["2026-01-01", "2026-01-06", "2026-01-03"],
    ["2025-01-10", "2026-01-10", "2025-05"],
    ["2010-01-01", "2026-01-01", "2012-01"],
  ])("from %s to %s hold %s", (from, to, label) => {
    expect(labels(dateTicks(Date.parse(from), Date.parse(to), 8))).toContain(label);
  });

  it("differ even within minutes", () => {
    const low = Date.UTC(2026, 10, 22, 15);
    const shown = labels(dateTicks(low, low + 90_000, 5));
    expect(new Set(shown).size).toBe(shown.length);
  });

  it("are never more than there is room for", () => {
    for (const days of [1, 3, 20, 100, 700, 8000]) {
      const low = Date.UTC(2020, 4, 17);
      expect(dateTicks(low, low + days * 86_400_000, 6).length).toBeLessThanOrEqual(7);
    }
  });
});

describe("the label of a commit", () => {
  it("keeps the end of a release, at which it differs, and cuts a hash", () => {
    expect(commitLabel("wcwidth-0.2.13", 9)).toBe("…h-0.2.13");
    expect(commitLabel("wcwidth-0.5.0")).toBe("wcwidth-0.5.0");
    expect(commitLabel("c0ffee1234567890c0ffee1234567890c0ffee12", 9)).toBe("c0ffee12");
  });
});
