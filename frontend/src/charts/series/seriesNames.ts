/** Names of series beside each other: only what tells them apart. */

import type { SeriesLabel } from "@/api/types";

type Dimensions = Map<string, string>;

function dimensionsOf(label: SeriesLabel): Dimensions {
  const { suite, benchmark, metric, testbed, branch } = label;
  return new Map([
    ["suite", suite],
    ["benchmark", benchmark],
    ...Object.entries(label.parameters).map(
      ([name, value]) => [`param.${name}`, `${name}=${value}`] as const,
    ),
    ["metric", metric],
    ["testbed", testbed],
    ["branch", branch],
  ]);
}

/** "smol, bench-1" for series that differ in these only; the benchmark's name where nothing differs. */
export function distinctNames(labels: readonly SeriesLabel[]): Map<number, string> {
  const all = labels.map(dimensionsOf);
  const names = [...new Set(all.flatMap((dimensions) => [...dimensions.keys()]))];
  const differing = names.filter(
    (name) => new Set(all.map((dimensions) => dimensions.get(name))).size > 1,
  );
  return new Map(
    labels.map((label, index) => {
      const own = all[index] as Dimensions;
      const parts = differing.map((name) => own.get(name)).filter((part) => part !== undefined);
      return [label.id, parts.length === 0 ? wholeName(label) : parts.join(" ")];
    }),
  );
}

function wholeName(label: SeriesLabel): string {
  const parameters = Object.entries(label.parameters).map(([name, value]) => `${name}=${value}`);
  return [label.benchmark, ...parameters].join(" ");
}

/** "threads" and "1", "2" of "threads=1", "threads=2": names that are values of one parameter. */
export function sharedParameter(
  names: readonly string[],
): { parameter: string; values: string[] } | null {
  const parts = names.map((name) => /^([^= ]+)=([^= ]+)$/.exec(name));
  const parameter = parts[0]?.[1];
  if (parameter === undefined || parts.some((part) => part?.[1] !== parameter)) return null;
  return { parameter, values: parts.map((part) => part?.[2] ?? "") };
}
