import { describe, expect, it } from "vitest";
import css from "@/app/tokens.css?raw";

/** Severe colour vision deficiency on linear RGB, after Machado, Oliveira and Fernandes (2009). */
const SIGHT = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

const [light = "", dark = ""] = css.split(/(?=:root)/).slice(1);
const SERIES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `series-${number}`);
/** Distance in CIELAB from which two thin lines on one chart are told apart at a glance. */
const APART = 20;

type Triple = [number, number, number];

function linear(block: string, name: string): Triple {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(block)?.[1] ?? "";
  return [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function times(matrix: readonly number[], [a, b, c]: Triple): Triple {
  return [0, 3, 6].map(
    (row) => (matrix[row] ?? 0) * a + (matrix[row + 1] ?? 0) * b + (matrix[row + 2] ?? 0) * c,
  ) as Triple;
}

const TO_XYZ = [0.4339, 0.3763, 0.1899, 0.2126, 0.7152, 0.0722, 0.0178, 0.1095, 0.8727];

function lab(rgb: Triple): Triple {
  const bounded = rgb.map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const [x, y, z] = times(TO_XYZ, bounded).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  ) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function closest(block: string, names: readonly string[], sight: keyof typeof SIGHT): number {
  const seen = names.map((name) => lab(times(SIGHT[sight], linear(block, name))));
  const distances = seen.flatMap((one, at) =>
    seen
      .slice(at + 1)
      .map((other) => Math.hypot(...one.map((part, axis) => part - (other[axis] ?? 0)))),
  );
  return Math.min(...distances);
}

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s palette", (_name, block) => {
  it.each(Object.keys(SIGHT) as (keyof typeof SIGHT)[])("keeps series apart: %s", (sight) => {
    expect(closest(block, SERIES, sight)).toBeGreaterThanOrEqual(APART);
  });

  it.each(Object.keys(SIGHT) as (keyof typeof SIGHT)[])("keeps worse from better: %s", (sight) => {
    expect(closest(block, ["worse", "better"], sight)).toBeGreaterThanOrEqual(APART);
  });
});
