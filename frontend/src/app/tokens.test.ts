import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";

type Theme = ReadonlyMap<string, string>;

function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** Blocks of the file in order. */
const [light, dark] = css
  .split(/(?=:root)/)
  .slice(1)
  .map(colours) as unknown as [Theme, Theme];

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, front: string, back: string): number {
  const [high = 0, low = 0] = [front, back]
    .map((name) => luminance(theme.get(name) ?? "#777777"))
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const TEXTS = [
  ...["text", "text-quiet", "accent", "worse", "better", "unresolved", "environment"].flatMap(
    (front) => ["ground", "surface"].map((back) => [front, back] as const),
  ),
  ["worse", "worse-ground"],
  ["better", "better-ground"],
  ["unresolved", "unresolved-ground"],
  ["environment", "environment-ground"],
  ["text-quiet", "surface-sunken"],
  ["text", "selection"],
  ["on-accent", "accent"],
  ["chart-axis", "ground"],
] as const;

const MARKS = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) =>
  ["ground", "surface"].map((back) => [`series-${number}`, back] as const),
);

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s theme", (_name, theme) => {
  it.each(TEXTS)("reads: %s on %s", (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)("shows: %s on %s", (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3);
  });
});

describe("the dark theme", () => {
  it("has every colour of the light theme", () => {
    expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
  });
});
