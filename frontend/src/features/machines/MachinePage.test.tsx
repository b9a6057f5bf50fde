import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aRun, aSession } from "@/testing/builders";
import { aMachine, anAgent, aReading } from "@/testing/machineBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { MachinePage } from "./MachinePage";

const PATH = "/projects/demo/machines/1";
const CHECKS = "/projects/demo/jobs/self-checks/1";
const show = (search = "") =>
  renderPage(MachinePage, "/p/$project/machines/$machine", `/p/demo/machines/1${search}`);

beforeEach(() => {
  answer("/session", aSession());
  const rate = { upheld: 3, asked: 4, share: 0.75, low: 0.3006, high: 0.9544 };
  const tally = { machine_id: 1, upheld: 3, refuted: 1, unclear: 0, unsteady: 0, rate };
  answer("/projects/demo/jobs/tallies", { rows: [tally], overall: rate, rules: [] });
  answer(CHECKS, { waiting: [], held: [], over: [], waiting_total: 0, agents: [], offer: null });
});

describe("on a phone", () => {
  it("shows three of its newest runs, and the others when asked", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("max-width"),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    answer(PATH, aMachine({ recent_runs: [1, 2, 3, 4, 5].map((id) => aRun({ id })) }));
    const { user } = show();
    const runs = within(await screen.findByRole("table", { name: "Its newest runs" }));
    expect(runs.getAllByRole("row")).toHaveLength(1 + 3);
    await user.click(screen.getByRole("button", { name: "Show 2 more runs" }));
    expect(runs.getAllByRole("row")).toHaveLength(1 + 5);
    expect(screen.queryByRole("button", { name: /more runs/ })).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe("the jobs of a testbed", () => {
  it("says how many suspicions were upheld on it", async () => {
    answer(PATH, aMachine({ testbed: "lab" }));
    show();
    const said =
      "3 of 4 suspicions were upheld by commits measured in turns (75 %, 95 % interval 30 to 95 %), 1 refuted.";
    expect(await screen.findByText(said, { exact: false })).toBeVisible();
  });
});

describe("a machine in quarantine", () => {
  const stay = {
    id: 4,
    machine_id: 1,
    machine: "bench-1",
    since: "2026-01-08T12:00:00Z",
    why: "the same code differed from itself in 2 of its newest 5 jobs.",
    by: "Tidemark",
    lifted_at: null,
    lifted_by: null,
    why_lifted: null,
  };

  it("says since when and why, what its A/A jobs found, and lets it out with a reason", async () => {
    const checks = { ...aMachine().checks, comparisons: 12, alarms: 3, results: 24 };
    const said = { ...checks, alarmed_results: 4, sentence: "3 of 12 raised an alarm." };
    const kept = { quarantine: stay, quarantines: [stay], ends_by_itself: true };
    answer(PATH, aMachine({ ...kept, checks: said }));
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}${PATH}/quarantine/end`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, container } = show();
    expect(
      await screen.findByText(/differed from itself in 2 of its newest 5 jobs\. Its agents/),
    ).toBeVisible();
    expect(
      screen.getByText("A/A jobs: 3 of 12 raised an alarm. Within them 4 of 24 results differed."),
    ).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
    await user.click(await screen.findByText("Let it out", { selector: "summary" }));
    await user.type(screen.getByRole("textbox", { name: "Reason" }), "a new fan");
    await user.click(screen.getByRole("button", { name: "Let it out" }));
    await waitFor(() => expect(sent).toEqual([{ why: "a new fan" }]));
  });

  it("promises no check where no agent takes jobs", async () => {
    answer(PATH, aMachine({ quarantine: stay, quarantines: [stay], ends_by_itself: false }));
    show();
    expect(await screen.findByText(/Its scheduled suites wait until a person/)).toBeVisible();
    const said = "Only a person ends this quarantine: no agent here takes A/A jobs now.";
    expect(screen.getByText(said)).toBeVisible();
    expect(screen.queryByText(/steady A\/A job ends/)).toBeNull();
  });
});

describe("the page of a machine", () => {
  it("answers whether it is fit to measure, and shows what that rests on", async () => {
    const check = {
      name: "governor",
      state: "warning",
      found: "powersave",
      means: "",
      remedy: "set performance",
    } as const;
    answer(PATH, aMachine({ preflight: [check], recent_runs: [aRun({ id: 9 })] }));
    const { container } = show();
    expect(
      await screen.findByRole("heading", { level: 1, name: /bench-1 is fit to measure/ }),
    ).toBeVisible();
    expect(screen.getAllByText(/noise score 82 of 100/)).toHaveLength(1);
    expect(screen.getByRole("heading", { name: "Newest runs" })).toBeVisible();
    expect(screen.getByText("set performance")).toBeVisible();
    expect(screen.getByText("2 judged runs: 2 steady, 0 moved, 0 vetoed.")).toBeVisible();
    expect(screen.getByRole("link", { name: "9" })).toHaveAttribute("href", "/p/demo/runs/9");
    expect(await violationsOf(container)).toEqual([]);
  });

  it("reads its charts by keys, and keeps the choice of a table in the address", async () => {
    answer(PATH, aMachine({ readings: [aReading({ run: 4 }), aReading({ run: 5, score: 41 })] }));
    const { user, router } = show();
    const chart = await screen.findByRole("slider", { name: /Noise score/ });
    chart.focus();
    await user.keyboard("{End}");
    expect(chart).toHaveAttribute("aria-valuetext", expect.stringContaining("run 5: 41"));
    const figure = screen.getByRole("figure", { name: /Noise score/ });
    await user.click(within(figure).getByRole("button", { name: "Table" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?table=noise"));
    const rows = within(figure).getAllByRole("row");
    expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
      "at or below the limit",
      "no",
      "yes",
    ]);
  });

  it("lists what its agents run next by their schedules, but not of one that is silent", async () => {
    const due = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const agent = anAgent({
      planned: [
        { suite: "runtime-rust", mode: "quick", due_at: due(3), paused_after: 7, paused_for: 12 },
        { suite: "client-c", mode: "full", due_at: due(30), paused_after: null, paused_for: null },
      ],
    });
    const gone = { ...agent, id: 2, name: "gone", is_silent: true };
    answer(PATH, aMachine({ agents: [agent, gone] }));
    show();
    const queue = await screen.findByRole("table", { name: /^Queue/ });
    const rows = within(queue).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      "runtime-rustquickin 3 hbench-1",
      "client-cfullin 1 dbench-1",
    ]);
    expect(screen.getAllByText(/^next runtime-rust,$/)).toHaveLength(1);
    expect(screen.getAllByText(/^runtime-rust waits since round 7 for$/)).toHaveLength(1);
    expect(screen.getByRole("link", { name: "job 12" })).toHaveAttribute("href", "/p/demo/jobs/12");
  });

  it("says where no schedule plans a run", async () => {
    answer(PATH, aMachine({ agents: [anAgent()] }));
    show();
    expect(await screen.findByText(/^Queue is empty/)).toBeVisible();
  });

  it("is titled with its testbed where another machine has its name", async () => {
    answer(PATH, aMachine({ full_name: "bench-1 on testbed lab" }));
    show();
    await waitFor(() => expect(document.title).toBe("bench-1 on testbed lab · Tidemark"));
  });

  it("of which nobody said how it was says what would", async () => {
    answer(
      PATH,
      aMachine({
        readings: [],
        fitness: {
          verdict: "unknown",
          sentence: "Whether bench-1 is fit to measure is not known.",
          reasons: [],
          advice: "",
        },
      }),
    );
    show();
    expect(
      await screen.findByText(/No run has measured the noise of this machine yet/),
    ).toBeVisible();
  });
});

describe("a machine that is not there", () => {
  it("that fails says so", async () => {
    fail(PATH, { status: 404 });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Machine 1: not found, or you do not have access.",
    );
  });
});
