/** Pure: a suite as the server tells it → what its page says. */

import type { SuiteBenchmark, SuiteDetail } from "@/api/types";
import { counted } from "@/ui/words/countWords";

/** "runtime-rust: 2 regressions and 1 improvement open in 12 benchmarks; 9 changes in history." */
export function suiteAnswer(suite: SuiteDetail): string {
  const { regressions, improvements } = suite;
  const benchmarks = counted(suite.benchmark_total, "benchmark");
  if (suite.runs === 0) return `${suite.name}: no run yet.`;
  const parts = [
    regressions === 0 ? null : counted(regressions, "regression"),
    improvements === 0 ? null : counted(improvements, "improvement"),
  ].filter((part) => part !== null);
  const found = parts.length === 0 ? "no open change" : `${parts.join(" and ")} open`;
  const failed = suite.failed.filter(({ kind }) => kind !== "unavailable").length;
  const broken = failed === 0 ? "" : `; ${counted(failed, "variant")} failed in the newest run`;
  const old = suite.history === 0 ? "" : `; ${counted(suite.history, "change")} in history`;
  return `${suite.name}: ${found} in ${benchmarks}${old}${broken}.`;
}

export function chosenBenchmarks(
  benchmarks: readonly SuiteBenchmark[],
  text: string,
): SuiteBenchmark[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return benchmarks.filter(({ name, summary, parameters }) => {
    const whole = [name, summary, ...parameters].join(" ").toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** "engine, threads": what a benchmark can be asked with; a dash where it is one program. */
export function parametersOf({ parameters, sweep_axes: axes }: SuiteBenchmark): string {
  if (parameters.length === 0) return "none";
  return parameters.map((name) => (axes.includes(name) ? `${name} (swept)` : name)).join(", ");
}

/** The sweeps of a suite: benchmark and axis of each. One variant is one value, and no sweep yet. */
export function sweepsOf(suite: SuiteDetail): { id: number; benchmark: string; axis: string }[] {
  return suite.benchmarks.flatMap(({ id, name, variants, sweep_axes: axes }) =>
    variants < 2 ? [] : axes.map((axis) => ({ id, benchmark: name, axis })),
  );
}

/** Series of the metric that most benchmarks show, those with open regressions first and those with history after the open ones; single results where no series has more. */
export function drawnSeries(benchmarks: readonly SuiteBenchmark[]): {
  metric: string;
  ids: number[];
  /** One result of each and no history yet. */
  isSingle: boolean;
} {
  const measured = benchmarks.filter(({ shown, values }) => shown !== null && values.length > 0);
  const longer = measured.filter(({ values }) => values.length > 1);
  const drawable = longer.length > 0 ? longer : measured;
  const counts = new Map<string, number>();
  for (const { shown } of drawable) {
    const metric = shown?.metric ?? "";
    counts.set(metric, (counts.get(metric) ?? 0) + 1);
  }
  const [metric = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const ids = drawable
    .filter(({ shown }) => shown?.metric === metric)
    .sort(
      (a, b) =>
        b.regressions - a.regressions || b.improvements - a.improvements || b.history - a.history,
    )
    .map(({ shown }) => shown?.id ?? 0);
  return { metric, ids, isSingle: longer.length === 0 };
}
