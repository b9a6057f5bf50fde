import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { AlertGroup } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import {
  aChange,
  aCommit,
  aGroup,
  aLabel,
  aMover,
  anOverview,
  aRun,
  aSession,
} from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail, HttpResponse, http, server } from "@/testing/server";
import { OverviewPage } from "./OverviewPage";

const PATH = "/projects/demo/overview";
beforeEach(() => {
  answer("/projects/demo/views", []);
  answer("/projects/demo/claims", { rows: [] });
  answer("/projects/demo/references", { rows: [], left_out: 0 });
});

function show(session = aSession()) {
  answer("/session", session);
  return renderPage(OverviewPage, "/p/$project", "/p/demo");
}

const WORST = aChange({ series: aLabel({ id: 9 }), commit: aCommit({ id: 44 }) });

const full = anOverview({
  open: {
    ...anOverview().open,
    movers: [aMover({ lead: WORST })],
    total: 1,
    regressions: 1,
    worst: WORST,
  },
  open_change_total: 1,
  machines: [
    {
      id: 1,
      name: "bench-1",
      testbed: "bench-1",
      runs: 40,
      last_run_at: "2026-01-08T12:30:00Z",
      imported_at: "2026-01-08T12:00:00Z",
      score: 91,
      vetoed: 2,
      moved: 0,
      is_resting: false,
      fitness: {
        verdict: "with reservations",
        sentence: "bench-1 measures, with reservations: it is noisy, noise score 40 of 100.",
        reasons: ["it is noisy, noise score 40 of 100"],
        advice: "",
      },
    },
  ],
  recent_runs: [
    aRun({ id: 17, failures: 2, pull_request: 5, branch: "faster" }),
    aRun({ id: 16, results: 0, failures: 8, is_vetoed: true }),
  ],
  suites: [
    {
      id: 1,
      name: "runtime-rust",
      summary: "Parallel search",
      benchmarks: 2,
      series: 12,
      runs: 3,
      longest: 8,
      typical: 8,
      absent: "",
      last_run_at: "2026-01-08T12:30:00Z",
      regressions: 1,
      improvements: 0,
      history: 0,
      runs_missing: 3,
      sparklines: [
        {
          series: aLabel({ id: 9 }),
          values: [0.1, 0.1, 0.105],
          change_at: [2],
          worst_verdict: "regression",
        },
      ],
    },
  ],
  agents: [
    {
      id: 1,
      name: "bench-1",
      version: "tidemark-agent 0.1.0",
      state: "running",
      suite: "runtime-rust",
      progress: { done: 3, total: 40 },
      message: "search engine=smol",
      spooled: 0,
      planned: [],
      last_beat_at: "2026-01-08T12:30:00Z",
      is_silent: false,
      key: null,
      version_trouble: "",
      machine_id: 1,
    },
    {
      id: 2,
      name: "bench-2",
      version: "tidemark-agent 0.1.0",
      state: "idle",
      suite: null,
      progress: null,
      message: null,
      spooled: 3,
      planned: [],
      last_beat_at: "2026-01-08T02:30:00Z",
      is_silent: true,
      key: null,
      version_trouble: "",
      machine_id: 1,
    },
  ],
  failed_reports: 1,
});

describe("the overview", () => {
  it("answers first, then shows the changes and leads to their pages", async () => {
    answer(PATH, full);
    const { container } = show();
    const heading = await screen.findByRole("heading", { level: 1 });
    expect(heading).toHaveTextContent(
      /^1 regression is open; worst: search engine=smol wall_time, 4\.8/,
    );
    const changes = screen.getByRole("region", { name: "Open changes" });
    const link = within(changes).getByRole("link", { name: /slower \[3\.1, 6\.4\].*wall_time/ });
    expect(link).toHaveAttribute("href", "/p/demo/alert-groups/1");
    const machines = screen.getByRole("table", { name: "Machines" });
    expect(within(machines).getByText("with reservations")).toBeVisible();
    expect(within(machines).getByText(/, results imported/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("shows runs with what failed, and suites with the latest value and its unit", async () => {
    answer(PATH, full);
    show();
    const runs = await screen.findByRole("table", { name: "Recent runs" });
    expect(within(runs).getByText(/2 failures/)).toBeVisible();
    expect(within(runs).getByText("faster (#5)")).toBeVisible();
    expect(within(runs).getByText(/vetoed/)).toBeVisible();
    const leads = within(runs).getAllByRole("link", { name: /^1[67]$/ });
    expect(leads.map((one) => one.getAttribute("href"))).toEqual([
      "/p/demo/runs/17",
      "/p/demo/runs/16",
    ]);
    const suite = screen.getByRole("region", { name: "Suites" });
    expect(suite).toHaveTextContent(/105\sms wall_time/);
  });

  it("says what agents do, how far they are, and which one is silent with reports on it", async () => {
    answer(PATH, full);
    show();
    expect(await screen.findByText("running runtime-rust")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Progress of bench-1" })).toHaveValue(3);
    expect(screen.getByText("silent")).toBeVisible();
    expect(screen.getByText(/3 reports wait on it to be sent/)).toBeVisible();
    const unread = screen.getByRole("link", { name: "1 report could not be read" });
    expect(unread).toHaveAttribute("href", "/p/demo/reports");
  });

  it("shows what is open before all else, and no section that has nothing to say", async () => {
    const since = "2026-01-08T00:00:00Z";
    const outages = [
      { id: 1, kind: "suite", name: "http", since, detail: "", told_at: null },
      { id: 2, kind: "benchmark", name: "search", since, detail: "no memory", told_at: null },
      { id: 3, kind: "benchmark", name: "sort", since, detail: "no memory", told_at: null },
    ] as unknown as typeof full.outages;
    answer(PATH, { ...full, outages, agents: [], news: { ...full.news, since, runs: 2 } });
    show();
    await screen.findByRole("region", { name: "Open changes" });
    const titles = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    expect(titles).toEqual([
      "Open changes",
      "Failing or missing",
      "Suites",
      "Machines",
      "Recent runs",
    ]);
    const note = "▲ Failing or missing: suite http and 2 benchmarks.";
    expect(screen.getByText(note)).toBeVisible();
    expect(screen.getByText("Benchmarks fail").closest("li")).toHaveTextContent(
      /^▲ Benchmarks fail: search; sort, .*: no memory$/,
    );
  });
});

describe("what waits for somebody", () => {
  it("lists open pull requests with what each came to", async () => {
    const pull = {
      id: 3,
      number: 7,
      title: "Faster parsing",
      author: "ada",
      head: "a".repeat(40),
      state: "failed" as const,
      headline: "2 of 40 variants got slower",
      judged_at: "2026-01-08T02:30:00Z",
    };
    answer(PATH, { ...full, pulls: { rows: [pull], total: 8 } });
    show();
    const pulls = await screen.findByRole("region", { name: "Open pull requests" });
    const link = within(pulls).getByRole("link", { name: "#7 Faster parsing" });
    expect(link).toHaveAttribute("href", "/p/demo/pull-requests/3");
    expect(pulls).toHaveTextContent(/fails.*2 of 40 variants got slower; by ada, judged/);
    expect(within(pulls).getByRole("link", { name: "All 8" })).toBeVisible();
  });

  it("blames no author for what a machine did, and says what changed about it", async () => {
    const differences = [{ name: "kernel", before: "6.1", after: "6.2" }];
    const group = aGroup({ cause: "machine", lead: aChange({ differences }) });
    answer(PATH, { ...full, open: { ...full.open, movers: [], asides: [group], aside_total: 1 } });
    const { user } = show();
    const changes = await screen.findByRole("region", { name: "Open changes" });
    await user.click(within(changes).getByText("1 step that the code did not make"));
    expect(changes).toHaveTextContent(/first seen at .*no commit is blamed: kernel 6\.1 → 6\.2/);
    expect(changes).not.toHaveTextContent(/ by /);
  });

  it("sets what asks nobody for anything apart from the causes it counts", async () => {
    const aside = aGroup({ cause: "machine" });
    answer(PATH, { ...full, open: { ...full.open, asides: [aside], aside_total: 1 } });
    show();
    const changes = await screen.findByRole("region", { name: "Open changes" });
    expect(within(changes).getByText("1 step that the code did not make")).toBeVisible();
    const lists = within(changes).getAllByRole("list");
    expect(lists.map((list) => list.childElementCount)).toEqual([1, 1]);
  });
});

describe("the first screen", () => {
  it("answers with four tiles, each a way to its page", async () => {
    answer(PATH, { ...full, open: { ...full.open, improved_this_week: 4 } });
    show();
    const tiles = await screen.findByRole("list", { name: "At a glance" });
    const leads = within(tiles).getAllByRole("link");
    expect(leads.map((one) => one.textContent)).toEqual([
      "Open regressions1in 1 open change",
      "Improvements4found in the last 7 days",
      "Machines fit to measure1 of 1by noise and control",
      expect.stringMatching(/^Newest run/),
    ]);
    expect(leads[1]).toHaveAttribute("href", "/p/demo/changes?verdict=improvement&days=7");
  });

  it("lists changes of the chosen time, improvements and history folded", async () => {
    const of = (id: number, opened_at: string, part: Partial<AlertGroup> = {}) =>
      aMover({ lead: aChange({ id, commit: aCommit({ id }) }), opened_at, ...part });
    const movers = [
      of(1, "2026-01-01T00:00:00Z"),
      of(2, "2025-12-01T00:00:00Z"),
      of(3, "2026-01-01T00:00:00Z", { direction: "improvement" }),
      of(4, "2020-01-01T00:00:00Z", { is_history: true }),
    ];
    const history = { groups: 1, regressions: 1, improvements: 0, others: 0 };
    answer(PATH, { ...full, open: { ...full.open, movers, history, total: 4, regressions: 3 } });
    const { user } = show();
    const changes = await screen.findByRole("region", { name: "Open changes" });
    const numbers = () =>
      within(changes)
        .getAllByRole("link", { name: /^#/ })
        .map((one) => one.getAttribute("href")?.split("/").at(-1));
    expect(within(changes).getByText("1 improvement").closest("details")?.open).toBe(false);
    const past = within(changes).getByText("History: 1 change in results imported later");
    expect(past.closest("details")?.open).toBe(false);
    expect(numbers()).toEqual(["1", "2", "3", "4"]);
    await user.click(within(changes).getByRole("button", { name: "7 d" }));
    await waitFor(() => expect(numbers()).toEqual(["1", "3", "4"]));
  });

  it("says what suites come to since references, and what is left out", async () => {
    answer(PATH, full);
    const row = { reference: "v1", commit: "a1", newest: "b2", suite: "runtime", testbed: "box" };
    const found = { regressions: 1, improvements: 0, compared: 3, means: [], sentence: "1 worse" };
    answer("/projects/demo/references", { rows: [{ ...row, ...found }], left_out: 3 });
    show();
    expect(await screen.findByRole("link", { name: "Since v1" })).toBeVisible();
    expect(screen.getByText("Up to 3 more are left out.")).toBeVisible();
  });

  it("says nothing of changes that it was not sent, and leads to those of the chosen time", async () => {
    const movers = [aMover({ opened_at: "2025-10-01T00:00:00Z" })];
    answer(PATH, { ...full, open: { ...full.open, movers, total: 5, in_pulls: 2 } });
    const { user } = show();
    const changes = await screen.findByRole("region", { name: "Open changes" });
    const pulls = within(changes).getByRole("link", { name: "2 on pull requests" });
    expect(pulls).toHaveAttribute("href", "/p/demo/changes?pulls=only");
    await user.click(within(changes).getByRole("button", { name: "7 d" }));
    const text = /^None of the first 1 open changes was found in the last 7 days\.$/;
    expect(await within(changes).findByText(text)).toBeVisible();
    const found = within(changes).getByRole("link", { name: "All found in the last 7 days" });
    expect(found).toHaveAttribute("href", "/p/demo/changes?days=7");
  });

  it("leads to the causes that it does not show", async () => {
    const open = { ...full.open, total: 40 };
    answer(PATH, { ...full, open });
    show();
    expect(await screen.findByRole("link", { name: "All changes, 39 more" })).toHaveAttribute(
      "href",
      "/p/demo/changes",
    );
  });
});

describe("an overview without an answer", () => {
  it("of an empty project says what will be here and gives the command", async () => {
    const totals = { runs: 0, results: 0, series: 0, commits: 0, machines: 0 };
    answer(PATH, anOverview({ totals, recent_runs: [] }));
    show();
    expect(await screen.findByRole("heading", { name: "No results yet" })).toBeVisible();
    expect(screen.getByText("Waiting for the first report…")).toBeVisible();
    expect(screen.getByRole("tab", { name: "GitHub Actions" })).toBeVisible();
    expect(screen.getByText(/api\/v1\/projects\/demo\/reports\/files/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy" })).toBeEnabled();
    expect(screen.queryByText("make demo")).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("of the project that make up makes gives its command too", async () => {
    const totals = { runs: 0, results: 0, series: 0, commits: 0, machines: 0 };
    const project = { ...anOverview().project, slug: "main" };
    answer(PATH, anOverview({ project, totals, recent_runs: [] }));
    show();
    expect(await screen.findByText("make demo")).toBeVisible();
  });

  it("that fails says why and what it means, and tries again when told", async () => {
    fail(PATH, { status: 403, detail: "You may not read this project." });
    const { user } = show();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("You may not read this project. No stored result is affected.");
    answer(PATH, full);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("region", { name: "Open changes" })).toBeVisible();
  });

  it("that only those who are signed in may see leads to where they sign in", async () => {
    fail(PATH, { status: 401, detail: "sign in, or send an API key, to see this project" });
    show(aSession({ user: null }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Sign in to view it.");
    const remedy = within(alert).getByRole("link", { name: "Sign in" });
    expect(remedy).toHaveAttribute("href", "/welcome");
  });

  it("keeps the last good answer on screen, dated, when a later one fails", async () => {
    answer(PATH, full);
    const { client } = show();
    await screen.findByRole("region", { name: "Open changes" });
    server.use(http.get("*/api/v1/projects/demo/overview", () => HttpResponse.error()));
    await client.invalidateQueries({ queryKey: ["demo"] });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /did not reach the server.*the state of \d{4}-/,
    );
    expect(screen.getByRole("region", { name: "Open changes" })).toBeVisible();
  });
});
