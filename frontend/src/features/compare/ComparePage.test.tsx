import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aCommit, aLabel, aRun } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ComparePage } from "./ComparePage";
import { aComparison, aRow } from "./compareBuilders";

const ASKED = "?baseline=run:1&contender=run:2";

function open(search = "") {
  return renderPage(ComparePage, "/p/$project/compare", `/p/demo/compare${search}`);
}

beforeEach(() => {
  const runs = [2, 1].map((id) => aRun({ id, commit: aCommit({ id }) }));
  answer("/projects/demo/runs", { rows: runs, total: 2, next: null });
  answer("/projects/demo/facets", {
    total: 4,
    facets: [
      {
        name: "param.ring",
        choices: [
          { value: 16, count: 2 },
          { value: 64, count: 2 },
        ],
      },
    ],
  });
});

describe("the comparison page", () => {
  it("offers the newest run against the one before where nothing is chosen", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { user, router } = open();
    await user.click(await screen.findByRole("link", { name: /run 2 against run 1/ }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(ASKED));
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "run 2 against run 1: 1 compared: 1 regression, 0 the same, 0 unknown.",
      }),
    ).toBeTruthy();
  });

  it("gives every row with verdict, sentence, interval and both values", async () => {
    answer("/projects/demo/comparison", aComparison());
    open(ASKED);
    const row = await screen.findByRole("row", { name: /search/ });
    expect(row.textContent).toContain("▲ worse");
    expect(row.textContent).toContain("5.0 % slower [4.0, 6.0], 20 pairs");
    expect(within(row).getByRole("img", { name: /interval 1\.040 to 1\.060/ })).toBeTruthy();
    expect(row.textContent).toMatch(/100.ms/);
    expect(row.textContent).toMatch(/105.ms/);
  });

  it("asks the server for verdicts, text and all rows", async () => {
    const asked: URLSearchParams[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/comparison`, ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json(aComparison({ matching: 5000 }) as never);
      }),
    );
    const { user } = open(ASKED);
    await user.click(await screen.findByRole("checkbox", { name: /worse/ }));
    await waitFor(() => expect(asked.at(-1)?.getAll("verdict")).toEqual(["regression"]));
    expect(asked.at(-1)?.get("limit")).toBe("200");
    await user.click(await screen.findByRole("button", { name: "Show all rows" }));
    await waitFor(() => expect(asked.at(-1)?.get("limit")).toBeNull());
  });

  it("compares variants with one another", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { user, router } = open(ASKED);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Parameter" }), "ring");
    await waitFor(() =>
      expect(router.state.location.searchStr).toBe(
        "?baseline=run:1&baseline.param.ring=16&contender=run:2&contender.param.ring=64",
      ),
    );
  });
});

describe("what stands beside the rows", () => {
  it("opens a row: what it rests on, and the samples of both sides", async () => {
    answer("/projects/demo/comparison", aComparison());
    for (const [run, samples] of [
      [1, [0.1, 0.11, 0.09]],
      [2, [0.105, 0.115, 0.1]],
    ] as const) {
      answer(`/projects/demo/runs/${run}/results/1`, {
        series: aLabel(),
        samples,
        percentiles: [],
        foreign_cpu: null,
      });
    }
    const { user, router } = open(ASKED);
    await user.click(await screen.findByRole("button", { name: /wall_time of search/ }));
    const panel = await screen.findByRole("region", { name: "Row" });
    expect(panel.textContent).toContain("shift of pairs");
    expect(await within(panel).findByText(/contender: median 105.ms of 3 samples/)).toBeTruthy();
    expect(router.state.location.searchStr).toBe(`${ASKED}&row=1`);
  });

  it("says what differs beside the code and what is not compared", async () => {
    const failure = {
      suite: "s",
      benchmark: "sort",
      parameters: { n: 5 },
      metric: null,
      testbed: "b",
      reason: "contender: crash: signal 11",
    };
    const differences = [{ name: "rustc", before: "1.94", after: "1.95" }];
    answer("/projects/demo/comparison", aComparison({ failed: [failure], differences }));
    open(ASKED);
    expect(await screen.findByText(/rustc \(1\.94 → 1\.95\)/)).toBeTruthy();
    expect(screen.getByRole("row", { name: /sort n=5.*signal 11/ })).toBeTruthy();
  });

  it("says what is wrong with a side", async () => {
    fail("/projects/demo/comparison", { status: 404, detail: "there is no run 9" });
    open("?baseline=run:9&contender=run:2");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("These sides could not be compared.");
    expect(alert.textContent).toContain("It does not exist");
  });

  it("says what to do where there are no two runs", async () => {
    answer("/projects/demo/runs", { rows: [aRun()], total: 1, next: null });
    open();
    expect(await screen.findByText("There are no two runs to compare yet.")).toBeTruthy();
    expect(screen.getByText("make demo")).toBeTruthy();
  });
});

it("keeps rows with a difference instead of a ratio", async () => {
  const row = aRow({
    is_ratio: false,
    ratio: null,
    low: 1,
    high: 3,
    difference: 2,
    verdict: "unknown",
    sentence: "unknown: 2 more",
  });
  answer("/projects/demo/comparison", aComparison({ rows: [row] }));
  open(ASKED);
  expect((await screen.findByRole("row", { name: /search/ })).textContent).toContain("no ratio");
});
