/** Pure: a benchmark as the server tells it → what its page says. */

import type { BenchmarkDetail, BenchmarkSeries } from "@/api/types";
import { parametersText } from "@/ui/links/SeriesName";
import { counted } from "@/ui/words/countWords";
import { formatValue } from "@/units/format";
import type { BenchmarkState } from "./benchmarksUrl";

/** "search: lowest time 14.4 ms (engine=smol); 2 of 24 series have open changes." */
export function benchmarkAnswer(
  benchmark: BenchmarkDetail,
  shown: readonly BenchmarkSeries[],
): string {
  const { series, series_total: total } = benchmark;
  if (total === 0) return `${benchmark.name}: no result yet.`;
  const moved = series.filter((one) => one.open_changes > 0);
  const open = moved.filter((one) => !one.is_of_pull).length;
  const inPulls = moved.length - open;
  const elsewhere = inPulls === 0 ? "" : `, and ${inPulls} on pull requests`;
  const found =
    open === 0
      ? `no open change in ${counted(total, "series", "series")}${elsewhere}`
      : `${open} of ${counted(total, "series", "series")} ${open === 1 ? "has" : "have"} open changes${elsewhere}`;
  const newest = newestText(inOnePlace(shown));
  return `${benchmark.name}: ${newest === null ? "" : `${newest}; `}${found}.`;
}

/** "lowest time 14.4 ms (engine=smol)", or the value of the only variant. */
function newestText(shown: readonly BenchmarkSeries[]): string | null {
  const valued = shown.flatMap(({ series, latest }) =>
    latest === null ? [] : [{ series, value: latest.value }],
  );
  const isHigher = valued[0]?.series.direction === "higher";
  const [best] = valued.sort((a, b) => (isHigher ? b.value - a.value : a.value - b.value));
  if (best === undefined) return null;
  const { metric, unit, direction, parameters } = best.series;
  const value = `${metric} ${formatValue(best.value, unit)}`;
  if (valued.length < 2 || direction === "unknown") return value;
  const name = parametersText(parameters);
  return `${isHigher ? "highest" : "lowest"} ${value}${name === "" ? "" : ` (${name})`}`;
}

/** The metric that is shown: the chosen one, or the one that matters most. */
export function shownMetric(benchmark: BenchmarkDetail, { metric }: BenchmarkState): string {
  return metric || (benchmark.metrics[0] ?? "");
}

export function chosenSeries(benchmark: BenchmarkDetail, state: BenchmarkState): BenchmarkSeries[] {
  const metric = shownMetric(benchmark, state);
  return benchmark.series.filter(({ series }) => {
    if (series.metric !== metric) return false;
    if (state.testbed !== "" && series.testbed !== state.testbed) return false;
    return state.branch === "" || series.branch === state.branch;
  });
}

/** Those on the testbed and branch of the first: only these are held against each other. */
export function inOnePlace(rows: readonly BenchmarkSeries[]): BenchmarkSeries[] {
  const [first] = rows;
  return rows.filter(
    ({ series }) =>
      series.testbed === first?.series.testbed && series.branch === first.series.branch,
  );
}

/** Newest over the first of the shown points, for the trend in words; null where there is none. */
export function trendOf({ sparkline }: BenchmarkSeries): number | null {
  const first = sparkline[0];
  const last = sparkline.at(-1);
  if (sparkline.length < 2 || first === undefined || last === undefined || first <= 0) return null;
  return last / first;
}

/** "4 commits since the definition changed", or that it never did. */
export function definitionText({ definitions }: BenchmarkDetail): string {
  if (definitions.length === 0) return "The definition has no version: results do not say one.";
  if (definitions.length === 1) return "The definition never changed among the newest points.";
  return `The definition changed ${counted(definitions.length - 1, "time")}; results of different versions are not one workload.`;
}
