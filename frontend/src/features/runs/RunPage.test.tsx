import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aLabel, aSession } from "@/testing/builders";
import { aComparison, aRow } from "@/testing/compareBuilders";
import { renderPage } from "@/testing/render";
import {
  aGoal,
  aPair,
  aProfile,
  aResult,
  aRunDetail,
  ofEngine,
  someConditions,
} from "@/testing/runBuilders";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { effectParts } from "@/units/verdict";
import { RunPage } from "./RunPage";

function openRun(search = "") {
  return renderPage(RunPage, "/p/$project/runs/$run", `/p/demo/runs/1${search}`);
}

describe("the page of a run", () => {
  it("answers first, then lists every result with unit, interval and standing", async () => {
    answer("/projects/demo/runs/1", aRunDetail({ failures: 1, regressions: 1 }));
    openRun();
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "runtime-rust on bench-1 at c0ffee12: 24 results, 1 failure; 1 regression starts here; no earlier commit to compare with.",
      }),
    ).toBeTruthy();
    const row = screen.getByRole("row", { name: /tokio/ });
    expect(row.textContent).toContain("150");
    expect(row.textContent).toContain("ms");
    expect(row.textContent).toContain("[149, 152]");
    expect(row.textContent).toMatch(/50\.0.% slower/);
  });

  it("says whose machine signed it", async () => {
    const sentence = "Signed by agent vm-1, key ab12cd34ef56…";
    answer(
      "/projects/demo/runs/1",
      aRunDetail({ signer: { agent: "vm-1", key: "ab12", sentence } }),
    );
    const { unmount } = openRun();
    expect(await screen.findByText(sentence)).toBeTruthy();
    unmount();
    answer("/projects/demo/runs/1", aRunDetail());
    openRun();
    expect(await screen.findByText("Not signed")).toBeTruthy();
  });

  it("leads to the ladders with itself in hand", async () => {
    answer("/projects/demo/runs/1", aRunDetail());
    openRun();
    const add = await screen.findByRole("link", { name: "Add to a ladder" });
    expect(add.getAttribute("href")).toMatch(/\/p\/demo\/ladders\?run=1$/);
    expect(await screen.findByRole("row", { name: /tokio/ })).toBeTruthy();
  });

  it("sorts by any column; the order is in the address", async () => {
    answer("/projects/demo/runs/1", aRunDetail());
    const { user, router } = openRun();
    await user.click(await screen.findByRole("button", { name: /^Value/ }));
    await user.click(screen.getByRole("button", { name: /^Value/ }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?sort=-value"));
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent?.includes("tokio"))).toEqual([true, false]);
  });

  it("says why a variant failed", async () => {
    const failed = [
      {
        benchmark: "search",
        parameters: { engine: "tokio" },
        metric: null,
        kind: "wrong_answer",
        message: "expected 1042, got 1041",
      },
    ];
    answer("/projects/demo/runs/1", aRunDetail({ failed }));
    openRun("?section=failures");
    const row = await screen.findByRole("row", { name: /engine=tokio/ });
    expect(row.textContent).toContain("wrong answer");
    expect(row.textContent).toContain("expected 1042, got 1041");
  });

  it("tells what is not measurable here apart from failures", async () => {
    const failed = [
      {
        benchmark: "search",
        parameters: {},
        metric: "cycles",
        kind: "unavailable",
        message: "the kernel offers no such counter",
      },
    ];
    answer("/projects/demo/runs/1", aRunDetail({ failed }));
    openRun("?section=failures");
    expect(await screen.findByText("Nothing failed in this run.")).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Failures\s*0/ })).toBeTruthy();
    const table = screen.getByRole("table", { name: "Not measurable here" });
    expect(table.textContent).toContain("the kernel offers no such counter");
  });
});

describe("a run beside the commit before", () => {
  it("has the numbers of the comparison with the commit before, not others", async () => {
    const result = aResult({ series: aLabel({ id: 7 }), previous: 0.1 });
    answer("/projects/demo/runs/1", aRunDetail({ base_run: 4, rows: [result] }));
    const wide = { ratio: 1.0526, low: 0.9, high: 1.23, verdict: "unknown" as const };
    const rows = [aRow({ series: aLabel({ id: 7 }), ...wide })];
    answer("/projects/demo/comparison", aComparison({ rows }));
    openRun();
    expect(await screen.findByRole("columnheader", { name: /Against the commit before/ }));
    const phrase = effectParts(wide, aLabel({ id: 7 })).change;
    const row = screen.getByRole("row", { name: /wall_time/ });
    await waitFor(() => expect(row.textContent).toContain(phrase));
    expect(screen.queryByRole("columnheader", { name: /Against previous/ })).toBeNull();
  });

  it("shows the largest differences from the commit before as a picture", async () => {
    const result = aResult({ series: aLabel({ id: 7 }) });
    answer("/projects/demo/runs/1", aRunDetail({ base_run: 4, rows: [result] }));
    const slower = { ratio: 1.2, low: 1.1, high: 1.3, verdict: "regression" as const };
    const rows = [aRow({ series: aLabel({ id: 7, direction: "lower" }), ...slower })];
    answer("/projects/demo/comparison", aComparison({ rows }));
    openRun();
    const picture = await screen.findByRole("figure", { name: /Largest differences/ });
    expect(picture.textContent).toMatch(/20\.0.*worse/);
  });

  it("has no picture where nothing was measured before", async () => {
    answer("/projects/demo/runs/1", aRunDetail({ base_run: null }));
    openRun();
    await screen.findByRole("columnheader", { name: /Against previous/ });
    expect(screen.queryByRole("figure")).toBeNull();
  });
});

describe("the environment of a run", () => {
  it("marks what changed in the environment", async () => {
    const changed_attributes = [{ name: "rustc", before: "1.94.0", after: "1.95.0" }];
    answer("/projects/demo/runs/1", aRunDetail({ changed_attributes }));
    openRun("?section=environment");
    expect(await screen.findByText(/Different from the previous run.*rustc\./)).toBeTruthy();
    const row = screen.getByRole("row", { name: /rustc/ });
    expect(row.textContent).toContain("changed1.94.0");
  });

  it("compares the environment of a first run with nothing", async () => {
    answer("/projects/demo/runs/1", aRunDetail({ previous_run: null }));
    openRun("?section=environment");
    expect(
      await screen.findByText("No earlier run of this suite on this testbed to compare with."),
    ).toBeTruthy();
    expect(screen.getByRole("row", { name: /rustc/ })).toBeTruthy();
    expect(screen.queryByText("the same")).toBeNull();
  });

  it("calls nothing the same that nobody reported", async () => {
    answer("/projects/demo/runs/1", aRunDetail({ environment: {}, fingerprint: {} }));
    openRun("?section=environment");
    expect(await screen.findByText(/^Neither environment nor machine was reported/)).toBeTruthy();
    expect(screen.queryByText(/Nothing differs/)).toBeNull();
  });
});

describe("the variants of a run", () => {
  it("puts variants side by side, the best first", async () => {
    const rows = [ofEngine(1, "tokio", 0.2), ofEngine(2, "smol", 0.1), ofEngine(3, "rayon", 0.101)];
    answer("/projects/demo/runs/1", aRunDetail({ rows }));
    answer("/projects/demo/runs/1/variants", {
      rows: [aPair(), aPair({ contender: 1, verdict: "regression", sentence: "100 % slower" })],
    });
    openRun("?section=variants");
    expect(
      await screen.findByText(/No significant difference between smol and rayon/),
    ).toBeTruthy();
    const heads = screen.getAllByRole("rowheader").map((head) => head.textContent);
    expect(heads).toEqual(["smol", "rayon", "tokio"]);
    expect(screen.getByRole("row", { name: /tokio/ }).textContent).toMatch(/100.% slower/);
  });

  it("says that variants could not be judged, instead of guessing from their intervals", async () => {
    const rows = [ofEngine(1, "tokio", 0.2), ofEngine(2, "smol", 0.1)];
    answer("/projects/demo/runs/1", aRunDetail({ rows }));
    fail("/projects/demo/runs/1/variants", { status: 503, detail: "The database is starting." });
    openRun("?section=variants");
    expect(
      await screen.findByText(/smol has the best number; the others could not be judged\./),
    ).toBeTruthy();
    expect(screen.getByText(/The variants could not be judged against each other/)).toBeTruthy();
  });
});

describe("how a run was measured", () => {
  it("shows each goal with ratio, interval, target and verdict", async () => {
    const goals = [
      aGoal(),
      aGoal({ goal: "best of all", verdict: "not_resolved", more_pairs: 40 }),
    ];
    answer("/projects/demo/runs/1", aRunDetail({ conditions: someConditions({ goals }) }));
    openRun("?section=goals");
    expect(await screen.findByText(/2 rows: 1 met, 1 not resolved here\./)).toBeTruthy();
    const met = screen.getByRole("row", { name: /pool against threads/ });
    expect(met.textContent).toContain("0.0310 [0.0280, 0.0350]at most 0.050030");
    expect(within(met).getByText("met")).toBeTruthy();
    const open = screen.getByRole("row", { name: /best of all/ });
    expect(open.textContent).toContain("About 40 more pairs needed.");
  });

  it("says first that the control benchmark vetoed the run", async () => {
    const control = {
      verdict: "veto" as const,
      reason: "cpu took 14 % longer after the run.",
      works: [],
    };
    const noisy = { is_unfit: false, machine_id: 4, machine: "bench-1", text: "which was noisy" };
    answer(
      "/projects/demo/runs/1",
      aRunDetail({ conditions: someConditions({ control }), noisy_machines: [noisy] }),
    );
    openRun();
    const alert = await screen.findByRole("alert");
    expect(screen.getByText(/which was noisy\.$/)).toBeVisible();
    expect(alert.textContent).toContain("took this run out of every history. cpu took 14 % longer");
  });

  it("lists findings, the same against the same, and the machine's state", async () => {
    const conditions = {
      sandbox: "namespaces" as const,
      findings: [
        { benchmark: "serial", parameters: {}, text: "serialised: 49.6", samples: 12, of: 30 },
      ],
      self_comparison: [
        {
          benchmark: "engines",
          parameters: {},
          metric: "cpu_time",
          ratio: 1.002,
          low: 0.991,
          high: 1.012,
          pairs: 25,
        },
      ],
      preflight: {
        checks: [
          {
            name: "governor",
            state: "unknown" as const,
            found: "not offered",
            means: "",
            remedy: "",
          },
        ],
      },
    };
    answer("/projects/demo/runs/1", aRunDetail({ conditions: someConditions(conditions) }));
    openRun("?section=measuring");
    const finding = await screen.findByRole("row", { name: /serialised: 49\.6/ });
    expect(finding.textContent).toContain("12 of 30 samples");
    expect(screen.getByRole("row", { name: /cpu_time/ }).textContent).toContain("[0.991, 1.012]");
    expect(screen.getByRole("row", { name: /governor/ }).textContent).toContain("unknown");
    expect(screen.getByText("Measured in namespaces without network.")).toBeVisible();
  });

  it("says that nothing is known of a run by another tool", async () => {
    answer("/projects/demo/runs/1", aRunDetail());
    openRun("?section=measuring");
    expect(await screen.findByText(/Nothing is known of how this run was measured/)).toBeTruthy();
  });

  it("shows where a variant spent its time", async () => {
    const profile = aProfile();
    answer("/projects/demo/runs/1", aRunDetail({ profiles: [profile] }));
    answer("/projects/demo/profiles/5", {
      ...profile,
      functions: [{ name: "sonic_rs::skip_space", self_samples: 80, total_samples: 120 }],
      function_count: 1,
    });
    openRun("?section=profiles");
    const group = await screen.findByRole("row", { name: /JSON parsing/ });
    expect(group.textContent).toContain("4\u202f% [3.2, 5.0]6\u202f% [5.0, 7.1]");
    const row = await screen.findByRole("row", { name: /skip_space/ });
    expect(row.textContent).toContain("4\u202f%6\u202f%");
    const link = screen.getByRole("link", { name: "Folded stacks" });
    expect(link.getAttribute("href")).toBe("/api/v1/projects/demo/profiles/5/stacks");
  });
});

describe("the samples of a result", () => {
  it("open from its value", async () => {
    answer("/projects/demo/runs/1", aRunDetail());
    answer("/projects/demo/runs/1/results/1", {
      series: aLabel(),
      samples: [0.1, 0.11, 0.12],
      percentiles: [{ percentile: 99, value: 0.12 }],
      foreign_cpu: null,
    });
    const { user, router } = openRun();
    await user.click(await screen.findByRole("button", { name: "100" }));
    const panel = await screen.findByRole("region", { name: "Samples" });
    expect(await within(panel).findByText(/of 3 samples, in measuring order/)).toBeTruthy();
    const benchmark = within(panel).getByRole("link").getAttribute("href");
    expect(benchmark).toMatch(/\/p\/demo\/benchmarks\/\d+$/);
    expect(within(panel).getByRole("row", { name: "99 120" })).toBeTruthy();
    expect(router.state.location.searchStr).toBe("?result=1");
  });

  it("leaves the result out of the baselines for a reason, and takes that back", async () => {
    const sent: unknown[] = [];
    answer("/session", aSession());
    answer("/projects/demo/runs/1", aRunDetail());
    answer("/projects/demo/runs/1/results/1", {
      series: aLabel(),
      samples: [0.1],
      percentiles: [],
      foreign_cpu: null,
    });
    for (const way of ["exclusions", "inclusions"]) {
      server.use(
        http.post(`${BASE}/projects/demo/${way}`, async ({ request }) => {
          sent.push([way, await request.json()]);
          return HttpResponse.json({ runs: 0, results: 1, deletion: null, restorable_until: null });
        }),
      );
    }
    const { user } = openRun("?result=1");
    const panel = await screen.findByRole("region", { name: "Samples" });
    await user.click(await within(panel).findByRole("button", { name: "Exclude" }));
    const dialog = await screen.findByRole("dialog", { name: "Exclude this result" });
    await user.type(within(dialog).getByLabelText("Reason"), "cold file");
    await user.click(within(dialog).getByRole("button", { name: "Exclude" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const body = { runs: [], results: [{ run: 1, series: 1 }], dry_run: false };
    await waitFor(() =>
      expect(sent).toEqual([
        ["exclusions", { ...body, reason: "cold file" }],
        ["inclusions", body],
      ]),
    );
  });

  it("claims no samples where only a summary was reported", async () => {
    answer(
      "/projects/demo/runs/1",
      aRunDetail({ rows: [aResult({ basis: "summary", low: null, high: null })] }),
    );
    answer("/projects/demo/runs/1/results/1", {
      series: aLabel(),
      samples: [],
      percentiles: [],
      foreign_cpu: null,
    });
    openRun("?result=1");
    expect(await screen.findByText("Summary only, no samples.")).toBeTruthy();
  });
});

describe("a run that is not here yet", () => {
  it("has its frame at once and the place of its content", async () => {
    server.use(http.get(`${BASE}/projects/demo/runs/1`, () => new Promise<never>(() => undefined)));
    openRun();
    expect(await screen.findByRole("heading", { level: 1, name: "Run 1" })).toBeTruthy();
    expect(screen.getByRole("status", { name: "Loading the run" })).toBeTruthy();
  });
});

describe("a run that is not there", () => {
  it("says so", async () => {
    fail("/projects/demo/runs/1", { status: 404 });
    openRun();
    expect(await screen.findByText("Run 1: not found, or you do not have access.")).toBeTruthy();
    expect(screen.getByText(/not found, or you do not have access\./)).toBeTruthy();
    const overview = screen.getByRole("link", { name: "Overview of demo" });
    expect(overview).toHaveAttribute("href", "/p/demo");
    expect(screen.getByRole("link", { name: "All projects" })).toHaveAttribute("href", "/");
  });
});
