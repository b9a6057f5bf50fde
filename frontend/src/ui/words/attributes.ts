/** Facts of machines and environments as people read them: values with units, names without. */

import type { Scalar } from "@/api/types";
import { formatCount, formatNumber, formatValue } from "@/units/format";
import { formatShare } from "@/units/share";

/** Endings of names that say the unit of the number, and how to write it. */
const ENDINGS: readonly [RegExp, (value: number) => string][] = [
  [/_(bytes)$/, (value) => formatValue(value, "B")],
  [/_(kb|kib)$/, (value) => formatValue(value * 1024, "B")],
  [/_(hz)$/, (value) => formatValue(value, "Hz")],
  [/_(khz)$/, (value) => formatValue(value * 1e3, "Hz")],
  [/_(mhz)$/, (value) => formatValue(value * 1e6, "Hz")],
  [/_(seconds|s)$/, (value) => formatValue(value, "s")],
  [/_(ms)$/, (value) => formatValue(value / 1e3, "s")],
  [/_(us)$/, (value) => formatValue(value / 1e6, "s")],
  [/_(ns)$/, (value) => formatValue(value / 1e9, "s")],
  [/_(percent)$/, (value) => `${formatNumber(value)}\u202f%`],
];
/** Shares of a whole by their names. */
const SHARES = /^foreign_cpu|_share$/;

/** Values of the kernel that are words run together. */
const SPOKEN: Readonly<Record<string, string>> = {
  notsupported: "not supported",
  notimplemented: "not implemented",
  forceoff: "forced off",
};

/** The value of a fact, with its unit where the name tells one. */
export function attributeText(name: string, value: Scalar | undefined | null): string {
  if (value === undefined || value === null) return "absent";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value === "" ? "empty" : (SPOKEN[value] ?? value);
  const write = ENDINGS.find(([ending]) => ending.test(name))?.[1];
  if (write !== undefined) return write(value);
  if (SHARES.test(name)) return formatShare(value);
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value, 4);
}

/** Short forms as they are written. */
const SHORT: Readonly<Record<string, string>> = {
  cpu: "CPU",
  os: "OS",
  smt: "SMT",
  l1d: "L1d",
  l1i: "L1i",
  l2: "L2",
  l3: "L3",
  numa: "NUMA",
  id: "ID",
};

/** Facts of a machine in the order people ask for them; what has no place here comes after them. */
const ORDER = [
  "cpu_model",
  "cores",
  "threads_per_core",
  "sockets",
  "memory_bytes",
  "cache_l1d_bytes",
  "cache_l2_bytes",
  "cache_l3_bytes",
  "architecture",
  "os",
  "kernel",
  "libc",
  "virtualisation",
  "container",
];
/** Sentences: they would tear holes into columns of short facts. */
const LONG = 60;

/** Facts as they are listed: known ones first, long ones last. */
export function listedAttributes<Value>(
  attributes: Readonly<Record<string, Value>>,
): { name: string; value: Value; isLong: boolean }[] {
  const placeOf = (name: string) => {
    const place = ORDER.indexOf(name);
    return place < 0 ? ORDER.length : place;
  };
  return Object.entries(attributes)
    .map(([name, value]) => ({ name, value, isLong: String(value).length > LONG }))
    .sort(
      (a, b) =>
        Number(a.isLong) - Number(b.isLong) ||
        placeOf(a.name) - placeOf(b.name) ||
        a.name.localeCompare(b.name, "en"),
    );
}

/** "cpu_model" → "CPU model"; a unit stands behind the value, not in the name. */
export function attributeName(name: string): string {
  const ending = ENDINGS.find(([pattern]) => pattern.test(name))?.[0];
  const words = (ending === undefined ? name : name.replace(ending, "")).split("_");
  return words.map((word) => SHORT[word] ?? word).join(" ");
}
