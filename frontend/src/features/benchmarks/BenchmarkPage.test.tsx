import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { BenchmarkDetail, BenchmarkSeries } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aChange, aCommit, aLabel } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { BenchmarkPage } from "./BenchmarkPage";

const PATH = "/projects/demo/benchmarks/3";
const show = (search = "") =>
  renderPage(BenchmarkPage, "/p/$project/benchmarks/$benchmark", `/p/demo/benchmarks/3${search}`);

function aSeries(id: number, metric: string, part: Partial<BenchmarkSeries> = {}): BenchmarkSeries {
  return {
    series: aLabel({ id, metric, parameters: { engine: `engine${id}` } }),
    points: 30,
    latest: {
      value: 0.1,
      low: 0.099,
      high: 0.101,
      n: 10,
      commit: aCommit(),
      measured_at: "2026-01-08T12:30:00Z",
    },
    open_changes: 0,
    sparkline: [0.08, 0.1],
    smallest_change: 0.03,
    is_of_pull: false,
    ...part,
  };
}

function aBenchmark(part: Partial<BenchmarkDetail> = {}): BenchmarkDetail {
  return {
    id: 3,
    name: "search",
    summary: "Search a tree",
    suite: "runtime-rust",
    suite_id: 1,
    tags: { area: "io" },
    sweep_axes: [],
    version_hash: "abc",
    metrics: ["throughput", "cpu_time"],
    variants: 2,
    definitions: [],
    series: [aSeries(1, "throughput"), aSeries(2, "cpu_time", { open_changes: 1 })],
    series_total: 2,
    changes: [aChange()],
    change_total: 1,
    failures: [],
    failure_total: 0,
    profiles: [],
    ...part,
  };
}

describe("the page of a benchmark", () => {
  it("counts what changed on pull requests apart, as the page of its suite does", async () => {
    const onPull = aSeries(2, "cpu_time", { open_changes: 1, is_of_pull: true });
    answer(PATH, aBenchmark({ series: [aSeries(1, "throughput"), onPull] }));
    show();
    const heading = await screen.findByRole("heading", { level: 1, name: /1 on pull requests/ });
    expect(heading).toHaveTextContent("no open change in 2 series, and 1 on pull requests.");
  });

  it("opens with its first metric, with value, trend and what would show", async () => {
    answer(PATH, aBenchmark());
    const { container } = show();
    const name = /search: throughput 100.ms; 1 of 2 series has open changes\./;
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    const table = screen.getByRole("table", { name: "Series of throughput" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    expect(table.textContent).toMatch(/25\.0.% slower/);
    expect(screen.getByText("No variant of it has failed.")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says when the definition changed", async () => {
    const version = (hash: string) => ({
      hash,
      points: 4,
      first: aCommit(),
      last: aCommit(),
      first_at: "2026-01-01T00:00:00Z",
      last_at: "2026-01-02T00:00:00Z",
    });
    answer(PATH, aBenchmark({ definitions: [version("old"), version("new")] }));
    show("?metric=cpu_time");
    expect(await screen.findByText(/The definition changed 1 time/)).toBeVisible();
    const table = screen.getByRole("table", { name: "Versions of the definition, newest first" });
    expect(within(table).getAllByRole("row")[1]).toHaveTextContent("new");
    expect(screen.getByRole("table", { name: "Series of cpu_time" })).toBeVisible();
  });

  it("that fails says so", async () => {
    fail(PATH, { status: 404 });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Benchmark 3: not found, or you do not have access.",
    );
  });
});
