import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aChange, aCommit, aGroup, aLabel, aRun, aSession } from "@/testing/builders";
import { aComparison, aDetail, aRow } from "@/testing/compareBuilders";
import { aConfirmedJob, aJobDetail, aJobList, anOffer } from "@/testing/jobBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ComparePage } from "./ComparePage";

const SIDES = { baseline: "run:1", contender: "run:2" };
const ASKED = "?baseline=run:1&contender=run:2";

function open(search = "") {
  return renderPage(ComparePage, "/p/$project/compare", `/p/demo/compare${search}`);
}

beforeEach(() => {
  const runs = [2, 1].map((id) => aRun({ id, commit: aCommit({ id }) }));
  answer("/projects/demo/runs", { rows: runs, total: 2, next: null });
  answer("/projects/demo/alert-groups", { total: 0, changes: 0, next: null, rows: [] });
  answer("/projects/demo/comparison/sides", { sides: [] });
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
  it("opens on the newest run against the one before where nothing is chosen", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { router } = open();
    await waitFor(() => expect(router.state.location.searchStr).toBe(ASKED));
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: /^1 regression\. Worst: search .*, 5\.0.% slower \[4\.0, 6\.0\]\.$/,
      }),
    ).toBeTruthy();
  });

  it("gives every row with verdict, sentence, interval and both values", async () => {
    answer("/projects/demo/comparison", aComparison());
    open(ASKED);
    const row = await screen.findByRole("row", { name: /search/ });
    expect(row.textContent).toContain("▲ worse");
    expect(row.textContent).toMatch(/5\.0.% slower\[4\.0, 6\.0\] 20 pairs/);
    expect(within(row).getByRole("img", { name: /interval 1\.040 to 1\.060/ })).toBeTruthy();
    expect(row.textContent).toMatch(/100.ms/);
    expect(row.textContent).toMatch(/105.ms/);
  });

  it("chooses rows by verdict at once, without another request", async () => {
    let asked = 0;
    const rows = [aRow(), aRow({ series: aLabel({ id: 2, benchmark: "sort" }), verdict: "same" })];
    server.use(
      http.get(`${BASE}/projects/demo/comparison`, () => {
        asked += 1;
        return HttpResponse.json(aComparison({ rows }) as never);
      }),
    );
    const { user, router } = open(ASKED);
    await user.click(
      await screen.findByRole("button", { name: "Show 1 inconclusive or unchanged" }),
    );
    await screen.findByRole("row", { name: /of sort/ });
    await user.click(screen.getByRole("checkbox", { name: /worse/ }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /of sort/ })).toBeNull());
    expect(screen.getByText("1 of 2 rows")).toBeTruthy();
    expect(router.state.location.searchStr).toBe(`${ASKED}&verdict=regression&rows=all`);
    expect(asked).toBe(1);
  });

  it("groups rows with their geometric mean and opens a group", async () => {
    const rows = [1, 2, 3].map((id) =>
      aRow({ series: aLabel({ id, benchmark: id === 3 ? "sort" : "parse" }) }),
    );
    answer("/projects/demo/comparison", aComparison({ rows }));
    const { user, router } = open(ASKED);
    await user.selectOptions(await screen.findByLabelText("Group by"), "benchmark");
    const group = await screen.findByRole("row", { name: /parse 2 rows/ });
    expect(group.textContent).toMatch(/5\.0.% slower average of 2\[.*\]/);
    expect(screen.queryByRole("row", { name: /of parse/ })).toBeNull();
    await user.click(within(group).getByRole("button"));
    expect((await screen.findAllByRole("row", { name: /of parse/ })).length).toBe(2);
    expect(router.state.location.searchStr).toBe(`${ASKED}&group=benchmark&open=parse`);
  });

  it("finds a side by any part of its name", async () => {
    answer("/projects/demo/comparison", aComparison());
    answer("/projects/demo/comparison/sides", {
      sides: [{ kind: "pull", name: "7", detail: "idea", time: null }],
    });
    const { user, router } = open(ASKED);
    const field = await screen.findByRole("combobox", { name: "Baseline" });
    await user.clear(field);
    await user.type(field, "idea");
    await user.click(await screen.findByRole("option", { name: /merge base of 7/ }));
    await waitFor(() =>
      expect(router.state.location.searchStr).toBe("?baseline=fork:7&contender=run:2"),
    );
  });

  it("compares variants with one another", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { user, router } = open(ASKED);
    await screen.findByRole("option", { name: "ring" });
    await user.selectOptions(
      screen.getByRole("combobox", { name: "Variants by parameter" }),
      "ring",
    );
    await waitFor(() =>
      expect(router.state.location.searchStr).toBe(
        "?baseline=run:1&baseline.param.ring=16&contender=run:2&contender.param.ring=64",
      ),
    );
  });
});

it("opens on both sides of the newest open change of the code, and says so", async () => {
  const rows = [
    aGroup({ cause: "machine", number: 9 }),
    aGroup({
      number: 8,
      lead: aChange({
        commit: aCommit({ name: "c20" }),
        previous_commit: aCommit({ name: "c19" }),
      }),
    }),
  ];
  const wanted: (string | null)[] = [];
  server.use(
    http.get(`${BASE}/projects/demo/alert-groups`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      wanted.push(searchParams.get("history"), searchParams.get("pulls"));
      return HttpResponse.json({ total: 2, changes: 2, next: null, rows } as never);
    }),
  );
  fail("/projects/demo/runs", { status: 500 }); // no run has to be known
  answer("/projects/demo/comparison", aComparison());
  const { router } = open();
  await waitFor(() =>
    expect(router.state.location.searchStr).toBe("?baseline=commit:c19&contender=commit:c20"),
  );
  const why = "the newest open change, #8";
  const link = await screen.findByRole("link", { name: why });
  expect(link).toHaveAttribute("href", "/p/demo/alert-groups/8");
  expect(link.parentElement).toHaveTextContent(`Shown first: ${why}`);
  expect(wanted, "imported histories have no open changes").toEqual(["none", "none"]);
  await act(() => router.navigate({ to: `/p/demo/compare${ASKED}` as never }));
  await waitFor(() => expect(screen.queryByText(/Shown first/)).toBeNull());
});

describe("a pull request without a base", () => {
  it("offers the newest commit of main where the merge base is not known", async () => {
    const pointer = "/query/baseline";
    const reason = "where branch or pull request 7 left its base branch is not known";
    const faults = [{ pointer, reason, remedy: "send base.commit with its reports" }];
    server.use(
      http.get(`${BASE}/projects/demo/comparison`, () =>
        HttpResponse.json(
          { title: "Not Found", status: 404, detail: reason, faults },
          { status: 404 },
        ),
      ),
    );
    const choices = [{ value: "main", series: 1 }];
    answer("/projects/demo/facets", { facets: [{ name: "branch", choices }], total: 1 } as never);
    open("?baseline=fork:7&contender=pull:7");
    expect(await screen.findByText(/left its base branch is not known/)).toBeVisible();
    expect(screen.getByText(/Send base.commit with its reports/)).toBeVisible();
    const link = await screen.findByRole("link", {
      name: "Compare with the newest commit of main",
    });
    expect(link.getAttribute("href")).toContain("baseline=branch:main&contender=pull:7");
    expect(screen.queryByText("See it as a split")).toBeNull();
  });
});

describe("what stands beside the rows", () => {
  it("names the testbed of each row where there are several", async () => {
    const there = aRow({ series: aLabel({ id: 2, testbed: "bench-2" }), baseline_series: 2 });
    answer("/projects/demo/comparison", aComparison({ rows: [aRow(), there] }));
    open(ASKED);
    expect(await screen.findByRole("row", { name: /search.* on bench-1/ })).toBeVisible();
    expect(screen.getByRole("row", { name: /search.* on bench-2/ })).toBeVisible();
  });

  it("opens a row: what it rests on, and the samples of both sides", async () => {
    answer("/projects/demo/comparison", aComparison());
    answer("/projects/demo/comparison/row", aDetail());
    answer("/projects/demo/history", { commits: [], series: [], environment: [] });
    const { user, router } = open(ASKED);
    await user.click(await screen.findByRole("button", { name: /wall_time of search/ }));
    const panel = await screen.findByRole("region", { name: "Row" });
    await within(panel).findByText("shift of pairs");
    expect(await within(panel).findByText(/contender: median 100.ms of 3 samples/)).toBeTruthy();
    expect(within(panel).getByRole("img", { name: /histogram/ })).toBeTruthy();
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
    const differences = [
      { kind: "toolchain", name: "rustc", before: "1.94", after: "1.95" } as const,
    ];
    const noisy = {
      is_unfit: false,
      machine_id: 4,
      machine: "bench-1",
      text: "which was noisy in 1 of 2 runs",
    };
    answer(
      "/projects/demo/comparison",
      aComparison({ failed: [failure], differences, noisy_machines: [noisy] }),
    );
    open(ASKED);
    expect(await screen.findByText(/rustc \(1\.94 → 1\.95\)/)).toBeTruthy();
    expect(screen.getByRole("row", { name: /sort n=5.*signal 11/ })).toBeTruthy();
    expect(screen.getByText(/which was noisy in 1 of 2 runs\.$/)).toBeVisible();
  });

  it("does not call a machine the same that was not reported", async () => {
    answer("/projects/demo/comparison", aComparison({ reported: ["environment"] }));
    open(ASKED);
    expect(
      await screen.findByText("Environment: same on both sides. Machine: not reported."),
    ).toBeVisible();
  });

  it("says what is wrong with a side", async () => {
    fail("/projects/demo/comparison", { status: 404, detail: "there is no run 9" });
    open("?baseline=run:9&contender=run:2");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The comparison: not found, or you do not have access.");
    expect(alert.textContent).toContain("not found, or you do not have access");
  });

  it("says that the runs to compare could not be loaded", async () => {
    fail("/projects/demo/runs", { status: 500, detail: "The server is out of order." });
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The runs to compare could not be loaded.");
    expect(alert).toHaveTextContent("The server is out of order.");
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

describe("the answer of a comparison", () => {
  it("says that both sides are the same, and how to compare variants of it", async () => {
    fail("/projects/demo/comparison", { status: 422, detail: "run:2 and run:2 are the same" });
    open("?baseline=run:2&contender=run:2");
    expect(await screen.findByText("Both sides are run 2.")).toBeVisible();
    expect(screen.getByText(/a parameter under “Variants by parameter”/)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(await screen.findByRole("option", { name: "ring" })).toBeTruthy();
  });

  it("names no worst row where the same binary ran on both sides", async () => {
    const whole = aComparison();
    if (whole.columns === null) throw new Error("no columns");
    const columns = { ...whole.columns, same_binary: [true] };
    answer("/projects/demo/comparison", { ...whole, columns });
    open(ASKED);
    expect(await screen.findByRole("heading", { level: 1, name: "1 regression." })).toBeVisible();
  });

  it("writes the interval for similar benchmarks in per cent, far ones as factors", async () => {
    const mean = {
      suite: "engine",
      metric: "near",
      direction: "lower" as const,
      coverage: 0.99,
      sentence: "",
      n: 8,
      ratio: 1.005,
      low: 1,
      high: 1.01,
      wide_low: 0.999,
      wide_high: 1.012,
      unit: "s",
      warnings: [],
    };
    const means = [mean, { ...mean, metric: "far", wide_low: 0.3, wide_high: 1.2 }];
    answer("/projects/demo/comparison", aComparison({ means }));
    open(ASKED);
    expect(await screen.findByText(/^−0\.10?.% to \+1\.2.%$/)).toBeVisible();
    expect(screen.getByText(/^0\.30*× to 1\.20*×$/)).toBeVisible();
  });
});

describe("a comparison that is awaited", () => {
  it("puts no answer about other sides below their names", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { router } = open(ASKED);
    const heading = await screen.findByRole("heading", { level: 1, name: /^1 regression\./ });
    server.use(http.get(`${BASE}/projects/demo/comparison`, () => new Promise<never>(() => {})));
    await act(() =>
      router.navigate({ to: ".", search: { baseline: "run:1", contender: "run:3" } as never }),
    );
    expect(heading.textContent).toBe("run 3 against run 1");
    expect(heading).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByRole("row", { name: /search/ })).toBeNull();
  });

  it("keeps the rows of the same sides while a filter is asked for, and says so", async () => {
    answer("/projects/demo/comparison", aComparison());
    const { router } = open(ASKED);
    const row = await screen.findByRole("row", { name: /search/ });
    server.use(http.get(`${BASE}/projects/demo/comparison`, () => new Promise<never>(() => {})));
    await act(() => router.navigate({ to: ".", search: { ...SIDES, suite: "runtime" } as never }));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("run 2 against run 1");
    expect(row).toBeVisible();
    expect(row.closest('[aria-busy="true"]')).not.toBeNull();
  });
});

it("says in the caption in which order rows are given, and no longer where they are sorted", async () => {
  const rows = (["regression", "improvement"] as const).map((verdict, at) =>
    aRow({ series: aLabel({ id: at + 1, benchmark: `b${at}` }), verdict }),
  );
  answer("/projects/demo/comparison", aComparison({ rows }));
  const { user } = open(ASKED);
  const asGiven =
    "Results of both sides: regressions, worst first, then improvements, inconclusive and unchanged";
  const table = await screen.findByRole("table", { name: asGiven });
  const [first] = within(table).getAllByRole("row").slice(1);
  expect(first).toHaveTextContent("▲ worse");
  await user.click(
    within(table).getAllByRole("button", { name: /Verdict|Metric|Effect/ })[0] as HTMLElement,
  );
  expect(await screen.findByRole("table", { name: "Results of both sides" })).toBeVisible();
});

it("has both commits measured again where a row is unknown, and says what came of it", async () => {
  const asked: unknown[] = [];
  const list = (part: Parameters<typeof aJobList>[0]) =>
    answer("/projects/demo/jobs", aJobList({ agents: ["box"], offer: anOffer(), ...part }));
  const counts = { ...aComparison().counts, unknown: 1 };
  answer("/session", aSession());
  answer("/projects/demo/comparison", aComparison({ counts }));
  list({});
  server.use(
    http.post(`${BASE}/projects/demo/jobs/measurements`, async ({ request }) => {
      asked.push(await request.json());
      list({ over: [aConfirmedJob()] });
      return HttpResponse.json(aJobDetail());
    }),
  );
  const { user } = open(ASKED);
  const box = within(await screen.findByRole("region", { name: "Measurements" }));
  expect(await box.findByText("5 min (4 min to 7 min) on lab.")).toBeVisible();
  await user.click(box.getByRole("button", { name: "Measure both commits again" }));
  expect(await box.findByText(/Confirmed: measured in turns/)).toBeVisible();
  expect(box.getByRole("link", { name: "Compare both runs" })).toHaveAttribute(
    "href",
    "/p/demo/compare?baseline=run:21&contender=run:22",
  );
  expect(asked).toEqual([{ run: 2, against: 1, budget_minutes: 30 }]);
});
