import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SuiteBenchmark, SuiteDetail } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aGroup, aHistory, aLabel, aProject, aRun, aSeries, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { SuitePage } from "./SuitePage";
import { drawnSeries } from "./suitesModel";

const PATH = "/projects/demo/suites/1";
const show = () => renderPage(SuitePage, "/p/$project/suites/$suite", "/p/demo/suites/1");

function aBenchmark(part: Partial<SuiteBenchmark> = {}): SuiteBenchmark {
  return {
    id: 3,
    name: "search",
    summary: "Search a tree",
    tags: {},
    sweep_axes: ["threads"],
    variants: 6,
    series: 12,
    parameters: ["engine", "threads"],
    regressions: 1,
    improvements: 0,
    history: 0,
    shown: aLabel(),
    values: [0.1, 0.11],
    latest: null,
    ...part,
  };
}

function aSuite(part: Partial<SuiteDetail> = {}): SuiteDetail {
  return {
    id: 1,
    name: "runtime-rust",
    summary: "One search, six engines",
    version: "rustc 1.95",
    runs: 4,
    series: 12,
    last_run_at: "2026-01-08T12:30:00Z",
    regressions: 1,
    improvements: 0,
    history: 0,
    metrics: [
      {
        name: "throughput",
        unit: "req/s",
        direction: "higher",
        noise: "sampled",
        summary: "",
        series: 6,
      },
    ],
    benchmarks: [aBenchmark(), aBenchmark({ id: 4, name: "sort", summary: "", regressions: 0 })],
    benchmark_total: 2,
    recent_runs: [aRun({ id: 9 })],
    failed: [],
    goals_run: null,
    goals: [],
    profiles: [],
    ...part,
  };
}

describe("the page of a suite", () => {
  it("gives whoever may ask for jobs the command that proposes a patch", async () => {
    answer("/session", aSession());
    answer(PATH, aSuite());
    answer("/projects/demo/history", aHistory(aSeries([0.1, 0.11])));
    answer("/projects/demo/alert-groups", { total: 0, changes: 0, next: null, rows: [] });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Propose a patch" }));
    const dialog = await screen.findByRole("dialog", { name: "Propose a patch" });
    const command = "tidemark propose --project=demo --aim=throughput runtime-rust";
    expect(within(dialog).getByText(command)).toBeVisible();
    expect(await violationsOf(dialog)).toEqual([]);
  });

  it("offers a reader no patch to propose", async () => {
    answer("/session", aSession({ projects: [aProject({ rights: ["read"] })] }));
    answer(PATH, aSuite());
    answer("/projects/demo/history", aHistory(aSeries([0.1, 0.11])));
    answer("/projects/demo/alert-groups", { total: 0, changes: 0, next: null, rows: [] });
    show();
    await screen.findByRole("link", { name: "search" });
    expect(screen.queryByRole("button", { name: "Propose a patch" })).toBeNull();
  });

  it("says what is open, and leads to each benchmark and sweep", async () => {
    answer(PATH, aSuite());
    answer("/projects/demo/history", aHistory(aSeries([0.1, 0.11])));
    answer("/projects/demo/alert-groups", { total: 1, changes: 1, next: null, rows: [aGroup()] });
    const { container } = show();
    const name = "runtime-rust: 1 regression open in 2 benchmarks.";
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    expect(screen.getByRole("link", { name: "search" })).toHaveAttribute(
      "href",
      "/p/demo/benchmarks/3",
    );
    expect(screen.getByRole("link", { name: "Sweep of threads in search" })).toHaveAttribute(
      "href",
      "/p/demo/sweeps/3/threads",
    );
    expect(screen.getByText("higher is better")).toBeVisible();
    const history = screen.getByRole("region", { name: "History" });
    expect(await within(history).findByText(/wall_time.* in ms, lower is better/)).toBeVisible();
    const open = await screen.findByRole("region", { name: "Open changes" });
    expect(within(open).getByRole("link", { name: /#1/ })).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("draws what most benchmarks measure, open regressions first", () => {
    const memory = aLabel({ id: 9, metric: "memory" });
    expect(
      drawnSeries([
        aBenchmark({ shown: aLabel({ id: 7 }), regressions: 0 }),
        aBenchmark({ shown: aLabel({ id: 8 }), regressions: 2 }),
        aBenchmark({ shown: memory, regressions: 5 }),
        aBenchmark({ shown: aLabel({ id: 10 }), values: [1] }),
      ]),
    ).toEqual({ metric: "wall_time", ids: [8, 7], isSingle: false });
  });

  it("calls no single value a sweep", async () => {
    const benchmarks = [aBenchmark(), aBenchmark({ id: 5, name: "churn", variants: 1 })];
    answer(PATH, aSuite({ benchmarks }));
    show();
    expect(await screen.findByRole("link", { name: "Sweep of threads in search" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Sweep of threads in churn" })).toBeNull();
  });

  it("finds benchmarks by words, kept in the address", async () => {
    answer(PATH, aSuite());
    const { user, router } = show();
    await user.type(await screen.findByRole("searchbox"), "sort");
    const table = screen.getByRole("table", { name: "Benchmarks of the suite" });
    await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2));
    expect(router.state.location.searchStr).toBe("?text=sort");
  });

  it("without results says how they get here, and failing says so", async () => {
    answer(PATH, aSuite({ benchmarks: [], benchmark_total: 0, runs: 0 }));
    show();
    expect(await screen.findByText("tidemark-agent run runtime-rust --upload")).toBeVisible();
    fail(PATH, { status: 404 });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Suite 1: not found, or you do not have access.",
    );
  });
});
