import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GridDetail } from "@/api/types";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { aCurve, aSweep } from "@/testing/sweepBuilders";
import { SweepPage } from "./SweepPage";

const cell = (x: number, y: number, value: number, isBest = false) => ({
  x,
  y,
  series_id: x * 100 + y,
  value,
  low: value * 0.98,
  high: value * 1.02,
  n: 12,
  in_best_set: isBest,
  excess: value / 0.01 - 1,
  behind: null,
});

function aGrid(): GridDetail {
  const {
    suite,
    benchmark,
    metric,
    unit,
    direction,
    testbed,
    branch,
    metrics,
    testbeds,
    runs,
    run,
  } = aSweep();
  return {
    suite, benchmark, metric, unit, direction, testbed, branch, metrics, testbeds, runs, run,
    axis: "pool",
    second: "connections",
    seconds: ["connections"],
    answer_runs: [2],
    unfit_runs: [],
    noisy_machines: [],
    grids: [
      {
        facet: {},
        xs: [2, 4],
        ys: [10, 50],
        cells: [cell(2, 10, 0.02), cell(4, 10, 0.01, true), cell(2, 50, 0.015)],
        failed: [[4, 50]],
        missing: [],
        best: [4, 10],
        claim: "interval",
        sentence: "pool 4 with connections 10 is fastest: 10 ms.",
        remarks: ["pool 4 is among the best whatever connections is."],
      },
    ],
  }; // biome-ignore format: short names side by side
}

it("shows two parameters as a heat map that reads a cell, says what failed, and opens samples", async () => {
  answer("/projects/demo/sweep-grids/3", aGrid());
  const { user, router } = renderPage(
    SweepPage,
    "/p/$project/sweeps/$benchmark/$axis",
    "/p/demo/sweeps/3/pool?second=connections",
  );
  expect(
    await screen.findByRole("heading", { level: 1, name: /pool 4 with connections 10 is fastest/ }),
  ).toBeTruthy();
  expect(screen.getByText("Failed: pool 4 with connections 50.")).toBeTruthy();
  expect(screen.getByText("failed")).toBeTruthy();
  const best = screen.getByRole("button", { name: /pool = 4, connections = 10/ });
  expect(best.dataset.best).toBe("true");
  await user.hover(best);
  expect(screen.getByRole("status").textContent).toMatch(/10\sms \[9\.80, 10\.2\]/);
  await user.click(best);
  await waitFor(() => expect(router.state.location.href).toBe("/p/demo/runs/2?result=410"));
});

it("shows other metrics on the same axis, and what they say together", async () => {
  const asked: string[] = [];
  const memory = {
    metric: "max_rss",
    unit: "B",
    direction: "lower" as const,
    curves: [aCurve({ 1: 1e6, 4: 2e6 })],
    crossovers: [],
    failed: [],
  };
  const together = { facet: {}, values: [], sentence: "No value is best for all of them." };
  server.use(
    http.get(`${BASE}/projects/demo/sweeps/3/threads`, ({ request }) => {
      const also = new URL(request.url).searchParams.getAll("also");
      asked.push(also.join());
      const metrics = ["wall_time", "max_rss"];
      const panels = also.length > 0 ? [memory] : [];
      const agreements = also.length > 0 ? [together] : [];
      return HttpResponse.json(aSweep({ metrics, panels, agreements }) as never);
    }),
  );
  answer("/projects/demo/sweep-optima/3", {
    axis: "threads",
    metric: "wall_time",
    unit: "s",
    curves: [],
  });
  const { user } = renderPage(
    SweepPage,
    "/p/$project/sweeps/$benchmark/$axis",
    "/p/demo/sweeps/3/threads",
  );
  await user.click(await screen.findByRole("checkbox", { name: "max_rss" }));
  expect(
    await screen.findByRole("figure", { name: /max_rss in MiB, lower is better/ }),
  ).toBeTruthy();
  expect(screen.getByText("No value is best for all of them.")).toBeTruthy();
  expect(asked.at(-1)).toBe("max_rss");
});
