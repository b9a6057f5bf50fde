import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatExact,
  formatIn,
  formatInterval,
  formatNumber,
  formatPercent,
  formatValue,
} from "./format";
import { scaleFor, scaleForAll } from "./scale";

/** Thin spaces are written as plain ones in the tables below. */
const plain = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u2212", "-");

describe("a value with its unit", () => {
  it.each([
    [0.00457, "s", "4.57 ms"],
    [0.0000001234, "s", "123 ns"],
    [0.9996, "s", "1.00 s"],
    [0.0009996, "s", "1.00 ms"],
    [75, "s", "75 s"],
    [1234.5, "s", "1 230 s"],
    [2.5e-10, "s", "0.250 ns"],
    [4.2e-9, "s/op", "4.20 ns/op"],
    [512, "B", "512 B"],
    [1_536_000, "B", "1.46 MiB"],
    [524_288, "B", "512 KiB"],
    [1.2e9, "B/s", "1.12 GiB/s"],
    [48, "B/op", "48 B/op"],
    [123, "op/s", "123 op/s"],
    [84_200, "op/s", "84.2 k op/s"],
    [3.21e6, "op/s", "3.21 M op/s"],
    [12_345, "req/s", "12.3 k req/s"],
    [345, "req/s", "345 req/s"],
    [3.2e9, "Hz", "3.20 GHz"],
    [0.0021, "J", "2.10 mJ"],
    [12.34, "W", "12.3 W"],
    [0.25, "1", "0.250"],
    [42, "1", "42"],
    [1234567, "1", "1.23 M"],
    [17.25, "packets", "17.3 packets"],
    [123456, "packets", "123 000 packets"],
    [0, "s", "0 s"],
    [-0.0031, "s", "-3.10 ms"],
  ])("%d %s is shown as %s", (value, unit, text) => {
    expect(plain(formatValue(value, unit))).toBe(text);
  });

  it("is a dash where there is none", () => {
    expect(formatValue(null, "s")).toBe("–");
    expect(formatNumber(Number.NaN)).toBe("–");
  });

  it("hides nothing that was measured when hovered", () => {
    expect(plain(formatExact(0.00457123456, "s"))).toBe("4.57123456 ms");
    expect(plain(formatExact(1234567, "B"))).toBe("1.17737484 MiB");
  });
});

describe("a column", () => {
  it("has the one scale of its largest number", () => {
    const scale = scaleForAll("s", [0.0000021, null, 0.0043, undefined]);
    expect(scale).toEqual({ divisor: 1e-3, label: "ms" });
    expect(formatIn(0.0000021, scale)).toBe("0.00210");
    expect(formatIn(0.0043, scale)).toBe("4.30");
  });

  it("of nothing keeps the base unit", () => {
    expect(scaleForAll("B", [null]).label).toBe("B");
    expect(scaleFor("op/s", 0).label).toBe("op/s");
  });
});

describe("counts and per cents", () => {
  it.each([
    [7080, "7 080"],
    [1234567, "1 234 567"],
    [-12, "-12"],
  ])("count %d is %s", (count, text) => expect(plain(formatCount(count))).toBe(text));

  it.each([
    [0.048, "4.8 %"],
    [-0.0312, "-3.1 %"],
    [0.0004, "0.04 %"],
    [1.2, "120 %"],
    [0, "0.0 %"],
    [12.5, "1 250 %"],
  ])("share %d is %s", (share, text) => expect(plain(formatPercent(share))).toBe(text));
});

it("writes an interval in the prefix of its value, or of its end where there is none", () => {
  expect(formatInterval(610, 810, "op/s", 710)).toBe("[610, 810]");
  expect(formatInterval(810, 1210, "op/s", 1010)).toBe("[0.810, 1.21]");
  expect(formatInterval(0.0009, 0.0011, "s", null)).toBe("[0.900, 1.10]");
});
