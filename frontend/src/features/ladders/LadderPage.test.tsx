import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aLabel, aProject, aRun, aSession } from "@/testing/builders";
import { aJobList, anOffer, aRunningJob } from "@/testing/jobBuilders";
import { aLadder, aRung, aSource } from "@/testing/ladderBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { takeBack, undoStore } from "@/ui/feedback/undoStore";
import { LadderPage } from "./LadderPage";
import { LaddersPage } from "./LaddersPage";

const LADDERS = "/projects/demo/ladders";

function open(search = "") {
  return renderPage(LadderPage, "/p/$project/ladders/$ladder", `/p/demo/ladders/4${search}`);
}

/** Takes what the page sends, and answers each with the ladder. */
function listen(method: "post" | "patch" | "put" | "delete", path: string) {
  const sent: unknown[] = [];
  server.use(
    http[method](`${BASE}${LADDERS}${path}`, async ({ request }) => {
      const text = await request.text();
      sent.push(text === "" ? null : JSON.parse(text));
      return HttpResponse.json(aLadder() as never);
    }),
  );
  return sent;
}

beforeEach(() => {
  answer("/session", aSession());
  answer(`${LADDERS}/sources`, { rows: [] });
  answer(`${LADDERS}/4/jobs`, { jobs: aJobList({ offer: anOffer() }), again: null });
});

describe("the page of a ladder", () => {
  it("answers with the headline, and each rung with gain, verdict and missing pairs", async () => {
    answer(`${LADDERS}/4`, aLadder());
    open();
    expect(
      await screen.findByRole("heading", { level: 1, name: /1 of 2 rungs kept/ }),
    ).toBeTruthy();
    const best = screen.getByRole("listitem", { name: "nb" });
    expect(best.textContent).toContain("best so far");
    expect(best.textContent).toContain("15.3\u202f% higher throughput [12.1, 18.6]");
    const open_ = screen.getByRole("listitem", { name: "ruc-140" });
    expect(open_.textContent).toContain("inconclusive: about 14 more pairs");
    expect(screen.getByText("The best rung was chosen by these numbers.")).toBeTruthy();
  });

  it("offers to measure all rungs again, and says what they are in turns", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const versus = { ratio: 0.9, low: 0.89, high: 0.91 };
    const line = { id: 2, label: "nb", verdict: "kept", sentence: "It stuck." };
    const rungs = [{ ...line, versus_baseline: versus }];
    const again = { job_id: 8, headline: "1 of 1 kept.", remarks: [], in_rounds: true, rungs };
    const over = [aRunningJob({ id: 8, kind: "ladder", state: "finished" })];
    answer(`${LADDERS}/4/jobs`, { jobs: aJobList({ over, offer: anOffer() }), again });
    const asked = listen("post", "/4/jobs");
    const { user } = open();
    const table = within(await screen.findByRole("table", { name: "Rungs by job 8" }));
    expect(table.getAllByRole("row")[1]?.textContent).toMatch(/^nbkept.10\.0.%.*It stuck\.$/);
    expect(screen.getByText("1 of 1 kept.")).toBeVisible();
    expect(screen.getAllByText(/ against the baseline, widened for all rungs tried$/)).toHaveLength(
      1,
    );
    await user.click(screen.getByRole("button", { name: "Measure all rungs again" }));
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  it("says of published figures that they are, with what stands beside them", async () => {
    const rungs = aLadder().rungs.map((rung) => ({
      ...rung,
      is_published: true,
      source: "the talk",
      figures: { p50_ms: 97 },
      conditions: { connections: 50 },
    }));
    answer(`${LADDERS}/4`, aLadder({ rungs }));
    open();
    expect(await screen.findByText("published figures, summaries only")).toBeTruthy();
    expect(screen.getAllByText("Published: the talk")).toHaveLength(3);
    expect(screen.getAllByText("connections 50, p50_ms 97")).toHaveLength(3);
  });

  it("leads to the result of the run that a rung rests on", async () => {
    const run = { ...aRun({ id: 12 }) };
    const newer = { run_id: 31, value: 0.19 };
    const rungs = [aRung({ run, series: aLabel({ id: 9 }), newer })];
    answer(`${LADDERS}/4`, aLadder({ rungs }));
    open();
    const link = await screen.findByRole("link", { name: "Run 12" });
    expect(link.getAttribute("href")).toBe("/p/demo/runs/12?result=9");
    const newest = screen.getByRole("link", { name: "run 31" });
    expect(newest.getAttribute("href")).toBe("/p/demo/runs/31?result=9");
    expect(newest.parentElement).toHaveTextContent(/^newest: 0\.190.* in run 31$/);
  });

  it("adds a result of the run that the address names", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const candidate = {
      series: aLabel({ id: 9, benchmark: "ladder", parameters: { strategy: "bridge" } }),
      value: 700,
      low: 690,
      high: 710,
      n: 12,
      run: aRun({ id: 12 }),
    };
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}${LADDERS}/4/candidates`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("run") ?? "");
        return HttpResponse.json({ rows: [candidate] } as never);
      }),
    );
    const sent = listen("post", "/4/rungs");
    const { user } = open("?add=run:12");
    await user.click(
      await screen.findByRole("button", { name: "Add ladder strategy=bridge of run 12" }),
    );
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ run_id: 12, series_id: 9, role: "rung" });
    expect(asked[0]).toBe("12");
  });
});

describe("several rungs at once", () => {
  it("are added in the order in which they were chosen, and all taken back", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const [nb, bridge] = [
      [8, "nb"],
      [9, "bridge"],
    ].map(([id, strategy]) => ({
      series: aLabel({
        id: Number(id),
        benchmark: "ladder",
        parameters: { strategy: `${strategy}` },
      }),
      value: 700,
      low: 690,
      high: 710,
      n: 12,
      run: aRun({ id: 12 }),
    }));
    answer(`${LADDERS}/4/candidates`, { rows: [nb, bridge] });
    const { rungs } = aLadder();
    const added = [...rungs, aRung({ id: 21, label: "b" }), aRung({ id: 22, label: "n" })];
    const sent: unknown[] = [];
    const gone: string[] = [];
    server.use(
      http.post(`${BASE}${LADDERS}/4/rungs/several`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aLadder({ rungs: added }) as never, { status: 201 });
      }),
      http.delete(`${BASE}${LADDERS}/4/rungs/:rung`, ({ params }) => {
        gone.push(String(params.rung));
        return HttpResponse.json(aLadder() as never);
      }),
    );
    const { user } = open("?add=any");
    for (const name of ["bridge", "nb"])
      await user.click(
        await screen.findByRole("checkbox", { name: `Choose ladder strategy=${name} of run 12` }),
      );
    await user.click(screen.getByRole("button", { name: "Add 2 in this order" }));
    await waitFor(() => expect(undoStore.read().at(-1)?.label).toBe("2 rungs added"));
    expect(sent).toMatchObject([{ rungs: [{ series_id: 9 }, { series_id: 8 }] }]);
    expect(screen.queryByRole("button", { name: /in this order/ })).toBeNull();
    await takeBack(undoStore.read().at(-1)?.id ?? 0);
    expect(gone).toEqual(["22", "21"]);
  });
});

describe("changing a ladder", () => {
  it("saves label, note and a decision with its reason", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const sent = listen("patch", "/4/rungs/3");
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Edit ruc-140" }));
    const form = await screen.findByRole("form", { name: "Edit ruc-140" });
    await user.type(within(form).getByLabelText("Note"), "the next builds on it");
    await user.selectOptions(within(form).getByLabelText("Decision"), "kept");
    await user.type(within(form).getByLabelText("Reason"), "enables nb");
    await user.click(within(form).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
    expect(sent).toEqual([
      {
        label: "ruc-140",
        note: "the next builds on it",
        decision: "kept",
        reason: "enables nb",
      },
    ]);
  });

  it("moves and removes a rung by its menu", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const orders = listen("put", "/4/order");
    const gone = listen("delete", "/4/rungs/3");
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "More for ruc-140" }));
    await user.click(await screen.findByRole("menuitem", { name: "Move up" }));
    await waitFor(() => expect(orders).toEqual([{ rungs: [1, 3, 2] }]));
    await user.click(screen.getByRole("button", { name: "More for ruc-140" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
    await waitFor(() => expect(gone).toHaveLength(1));
  });

  it("says why nothing was changed", async () => {
    answer(`${LADDERS}/4`, aLadder());
    const problem = { status: 409, title: "Conflict", detail: "a ladder needs a baseline" };
    server.use(
      http.put(`${BASE}${LADDERS}/4/order`, () =>
        HttpResponse.json({ type: "about:blank", faults: [], ...problem }, { status: 409 }),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "More for nb" }));
    await user.click(await screen.findByRole("menuitem", { name: "Move down" }));
    expect(await screen.findByText(/A ladder needs a baseline/)).toBeTruthy();
  });
});

function openList(search = "") {
  return renderPage(LaddersPage, "/p/$project/ladders", `/p/demo/ladders${search}`);
}

describe("patches for a ladder", () => {
  it("become a rung of it if they are kept", async () => {
    const measured = aRung({ series: aLabel({ suite: "bridge" }) });
    answer("/projects/demo/ladders/4", aLadder({ rungs: [measured, aRung({ id: 3 })] }));
    const { user } = renderPage(LadderPage, "/p/$project/ladders/$ladder", "/p/demo/ladders/4");
    await user.click(await screen.findByRole("button", { name: "Propose a patch" }));
    const dialog = await screen.findByRole("dialog", { name: "Propose a patch" });
    const aim = "--aim=requests_per_second --ladder=4";
    expect(within(dialog).getByText(`tidemark propose --project=demo ${aim} bridge`)).toBeVisible();
  });
});

describe("the list of ladders", () => {
  const row = {
    id: 4,
    name: "Async bridge",
    metric: "requests_per_second",
    unit: "1/s",
    direction: "higher",
    headline: "",
    rungs: 4,
    kept: 2,
    best: "nb",
    stacked: null,
    is_published: true,
    suite: "",
    benchmark: "",
    drawn: [],
    updated_at: "2026-01-08T12:00:00Z",
  };
  it("leads to each, and passes on the run that is to be added", async () => {
    answer(LADDERS, { rows: [row] });
    openList("?run=12");
    const link = await screen.findByRole("link", { name: "Add run 12 to Async bridge" });
    expect(link.getAttribute("href")).toBe("/p/demo/ladders/4?add=run:12");
    expect(screen.getByText("published figures")).toBeTruthy();
  });

  it("offers what was measured and is no ladder yet, to whoever may make one", async () => {
    answer(LADDERS, { rows: [{ ...row, name: "allocator: small by pool" }] });
    const made = aSource({
      benchmark_id: 8,
      suite: "allocator",
      benchmark: "small",
      parameter: "pool",
    });
    answer(`${LADDERS}/sources`, { rows: [aSource(), made] });
    const sent = listen("post", "");
    const { user, router } = openList();
    const list = await screen.findByRole("list", { name: "Suggested" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
    expect(list.textContent).toContain("run-1 → run → nb");
    await user.click(within(list).getByRole("button", { name: /Create ladder/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/ladders/4"));
    expect(sent[0]).toMatchObject({ kind: "parameter", benchmark_id: 7, run_id: 12 });
  });

  it("shows a reader no control that would be refused", async () => {
    answer("/session", aSession({ projects: [aProject({ rights: ["read"] })] }));
    answer(LADDERS, { rows: [row] });
    answer(`${LADDERS}/sources`, { rows: [aSource()] });
    openList();
    expect(await screen.findByText("Creating one needs the role triager.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Create|Remove|New/ })).toBeNull();
  });

  it("makes one of a pasted table", async () => {
    answer(LADDERS, { rows: [] });
    const sent = listen("post", "");
    const { user } = openList("?make=published");
    await user.click(await screen.findByLabelText("or pasted"));
    await user.paste("strategy\trequests_per_s\tverdict\nrun\t543\tbaseline\nloop\t626\tkept\n");
    await user.type(screen.getByLabelText("Name"), "Bridge");
    await user.click(screen.getByRole("button", { name: "Create ladder" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: "published", metric: "requests_per_s", unit: "1/s" });
  });

  it("says what will be here, and what went wrong", async () => {
    answer(LADDERS, { rows: [] });
    openList();
    expect(await screen.findByText("No ladders yet.")).toBeTruthy();
    fail(LADDERS, { status: 500, detail: "The database is away." });
    openList();
    expect(await screen.findByText(/The database is away/)).toBeTruthy();
  });
});

describe("a new ladder", () => {
  it("makes one of the values of a parameter in one click", async () => {
    answer(LADDERS, { rows: [] });
    answer(`${LADDERS}/sources`, { rows: [aSource()] });
    const sent = listen("post", "");
    const { user, router } = openList("?make=parameter");
    await user.click(await screen.findByRole("button", { name: "Create ladder" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/ladders/4"));
    expect(sent[0]).toMatchObject({
      kind: "parameter",
      parameter: "strategy",
      run_id: 12,
      others: { handler: "sleep-1ms" },
    });
  });

  it("begins one with a result of a run, to which others are added", async () => {
    answer(LADDERS, { rows: [] });
    answer("/projects/demo/runs", { total: 1, next: null, rows: [aRun({ id: 12 })] });
    const time = { series: aLabel({ id: 7, benchmark: "encode", metric: "time" }), value: 0.003 };
    answer("/projects/demo/runs/12", { rows: [time], total: 1, next: null });
    const sent = listen("post", "");
    const { user, router } = openList("?make=result");
    const name = await screen.findByLabelText("Name");
    await user.clear(name);
    await user.type(name, "Faster encoding");
    await user.click(screen.getByRole("button", { name: "Create ladder" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/ladders/4"));
    expect(router.state.location.search).toEqual({ add: "any" });
    const asked = { kind: "result", name: "Faster encoding", run_id: 12, series_id: 7 };
    expect(sent[0]).toEqual(asked);
  });
});
