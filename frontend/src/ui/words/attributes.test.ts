import { describe, expect, it } from "vitest";
import { attributeName, attributeText, listedAttributes } from "./attributes";

const plain = (text: string) => text.replaceAll("\u202f", " ");

describe("a fact of a machine", () => {
  it.each([
    ["memory_bytes", 25_769_803_776, "24 GiB"],
    ["cpu_max_khz", 3_600_000, "3.60 GHz"],
    ["page_kib", 4, "4 KiB"],
    ["timer_ns", 50_000, "50.0 µs"],
    ["foreign_cpu_median", 0.0312, "3.1 %"],
    ["load_average_1m", 1.23456, "1.235"],
    ["cores", 2, "2"],
    ["smt", false, "no"],
    ["smt", "notsupported", "not supported"],
    ["governor", "", "empty"],
    ["turbo", undefined, "absent"],
  ])("%s %s is written as %s", (name, value, text) => {
    expect(plain(attributeText(name, value))).toBe(text);
  });

  it("stands where people look for it, sentences last", () => {
    const long = "a sentence ".repeat(10);
    const listed = listedAttributes({ zone: 1, cpu_model: long, cores: 2, os: "x", governor: "y" });
    expect(listed.map(({ name }) => name)).toEqual([
      "cores",
      "os",
      "governor",
      "zone",
      "cpu_model",
    ]);
    expect(listed.at(-1)?.isLong).toBe(true);
  });

  it("has its unit behind the value, not in its name", () => {
    expect(attributeName("memory_available_bytes")).toBe("memory available");
    expect(attributeName("cpu_model")).toBe("CPU model");
  });
});
