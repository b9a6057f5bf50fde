import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ChangeDetail, JobList } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import {
  aChange,
  aCommit,
  aGroup,
  aHistory,
  aLabel,
  aMember,
  aProject,
  aSeries,
  aSession,
  aSurroundings,
} from "@/testing/builders";
import { aConfirmedJob, aJob, aJobDetail, aJobList, anOffer } from "@/testing/jobBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ChangePage } from "./ChangePage";

const PATH = "/projects/demo/changes/1";

function aDetail(part: Partial<ChangeDetail> = {}): ChangeDetail {
  const sorted = aMember({ id: 6, series: aLabel({ id: 2, benchmark: "sort" }) });
  return {
    change: aChange(),
    group: aGroup({ members: [aMember(), sorted], changes: 2, series: 2, regressions: 2 }),
    comparison_url: "https://host/o/n/compare/a...b",
    surroundings: aSurroundings(),
    noisy_machines: [
      {
        is_unfit: false,
        machine_id: 4,
        machine: "bench-1",
        text: "which was noisy: noise score 58 of 100",
      },
    ],
    similar: [{ why: "same_series", change: aMember({ id: 40 }), commit: aCommit(), series: 12 }],
    notes: [
      {
        id: 3,
        change: 6,
        kind: "note",
        text: "<b>inlining</b>",
        author: "Ada",
        created_at: "2026-01-08T14:00:00Z",
      },
    ],
    ...part,
  };
}

function open(session = aSession(), history = aHistory(aSeries([0.1, 0.1, 0.105]))) {
  answer("/session", session);
  answer("/projects/demo/history", history);
  return renderPage(ChangePage, "/p/$project/changes/$change", "/p/demo/changes/1");
}

describe("the page of a change", () => {
  it("answers how large and how sure, then what else changed, the binary first", async () => {
    answer(PATH, aDetail());
    const { container } = open();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      /^search engine=smol wall_time: 4\.8.% slower \[3\.1, 6\.4\], judged on 30 points before, 12 after$/,
    );
    const findings = within(screen.getByRole("region", { name: "Why" }));
    expect(findings.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Binary hash: changed by code or build.",
      "Benchmark definition: unchanged.",
      "The run after it saw its fixed work move: Memory took 6 % longer.",
    ]);
    expect(findings.getByRole("row", { name: "rustc 1.94 1.95" })).toBeVisible();
    expect(findings.getByText(/no run before or after the change has a profile/)).toBeVisible();
    expect(screen.getByText(/^Measured on .*, which was noisy: noise score 58/)).toBeVisible();
    expect(findings.getByRole("link", { name: /Compare the runs before/ })).toHaveAttribute(
      "href",
      "/p/demo/compare?baseline=run:22&contender=run:23",
    );
    expect(await violationsOf(container)).toEqual([]);
  });

  it("names commits, what moved with it, similar changes and notes as text", async () => {
    answer(PATH, aDetail());
    open();
    const commits = within(await screen.findByRole("region", { name: "Commits in question" }));
    expect(commits.getByRole("link", { name: /Diff between/ })).toHaveAttribute(
      "href",
      "https://host/o/n/compare/a...b",
    );
    expect(commits.getByText("Reuse buffers in the reader")).toBeVisible();
    const moved = within(screen.getByRole("region", { name: "Also changed" }));
    expect(moved.getAllByRole("img", { name: /slower/ })).toHaveLength(2);
    expect(screen.getByText("the 12 series that moved")).toBeVisible();
    expect(screen.getByText("<b>inlining</b>")).toBeVisible();
    expect(screen.getByText(/Ada wrote/)).toHaveTextContent(/of sort/);
  });

  it("links the difference of the profiles where both sides have one", async () => {
    const { surroundings } = aDetail();
    const before = { ...surroundings.before, profile_id: 4 };
    const after = { ...surroundings.after, profile_id: 9 };
    answer(PATH, aDetail({ surroundings: { ...surroundings, before, after } }));
    open();
    expect(await screen.findByRole("link", { name: /Differential flame graph/ })).toHaveAttribute(
      "href",
      "/p/demo/profiles/9?base=4",
    );
  });

  it("whose reports name no environment does not say that the machine stayed", async () => {
    const { surroundings } = aDetail();
    const before = { ...surroundings.before, names_environment: false, names_machine: false };
    const after = { ...before, run_id: 21 };
    answer(PATH, aDetail({ surroundings: { ...surroundings, before, after, attributes: [] } }));
    open();
    expect(await screen.findByText("Environment and machine: not reported.")).toBeVisible();
    expect(screen.queryByText(/Nothing that the reports name/)).toBeNull();
  });

  it("whose reports name a toolchain only does not say that the machine stayed", async () => {
    const { surroundings } = aDetail();
    const before = { ...surroundings.before, names_machine: false };
    const after = { ...before, run_id: 21 };
    answer(PATH, aDetail({ surroundings: { ...surroundings, before, after, attributes: [] } }));
    open();
    expect(await screen.findByText(/Machine: not reported/)).toBeVisible();
  });

  it("of the same binary says first that there is no code change, and asks for no commit", async () => {
    answer(PATH, aDetail({ change: aChange({ same_code: true }) }));
    open();
    expect(await screen.findByText(/one binary or one commit: no code change/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Commits in question" })).toBeNull();
  });

  it("that fails says why", async () => {
    fail(PATH, { status: 404, detail: "there is no change point 1 in this project" });
    open();
    expect(
      await screen.findByText("The change: not found, or you do not have access."),
    ).toBeVisible();
  });
});

describe("what changed with a change", () => {
  it("does not list a change as its own company", async () => {
    const { group } = aDetail();
    const members = group.members.slice(0, 1);
    answer(PATH, aDetail({ group: { ...group, members, changes: 1, series: 1 } }));
    open();
    const moved = within(await screen.findByRole("region", { name: "Also changed" }));
    expect(moved.getByText("No other series changed with it.")).toBeVisible();
    expect(moved.queryByRole("table")).toBeNull();
  });
});

describe("the chart of a change", () => {
  it("says below its chart which results of a level do not overlap", async () => {
    const change = aChange({ ratio: 20, after_n: 16, commit: aCommit({ id: 7 }) });
    const levels = [
      [1, 6],
      [8, 7],
      [20, 9],
    ].flatMap(([value = 0, runs = 0]) => Array.from({ length: runs }, () => value / 1000));
    answer(PATH, aDetail({ change }));
    open(aSession(), aHistory(aSeries(levels, { changes: [change] })));
    expect(await screen.findByText(/^After it, 7 results are 8 to 8.ms, then 9 are/)).toBeVisible();
  });
});

describe("the page of a change of a percentile", () => {
  it("draws that percentile and offers no job", async () => {
    const asked: (string | null)[] = [];
    answer(PATH, aDetail({ change: aChange({ aspect: "p99", before: 0.002, after: 0.006 }) }));
    open();
    server.use(
      http.get(`${BASE}/projects/demo/history`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("percentile"));
        return HttpResponse.json(aHistory(aSeries([0.002, 0.002, 0.006])) as never);
      }),
    );
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(/p99 2.ms → 6/);
    await waitFor(() => expect(asked).toEqual(["99"]));
    expect(screen.queryByRole("region", { name: "Confirmation" })).toBeNull();
  });
});

describe("judging a change", () => {
  function hear(): unknown[] {
    const said: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/changes/judgements`, async ({ request }) => {
        said.push(await request.json());
        return HttpResponse.json({ changed: [1], refused: [] } as never);
      }),
    );
    return said;
  }

  it("is offered alone and for the whole cause", async () => {
    const said = hear();
    answer(PATH, aDetail());
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Not a change" }));
    await user.click(screen.getByRole("button", { name: "Acknowledge (2)" }));
    await waitFor(() =>
      expect(said).toEqual([
        { judgement: "rejected", changes: [1] },
        { judgement: "acknowledged", changes: [1, 6] },
      ]),
    );
  });

  it("writes a note", async () => {
    const written: unknown[] = [];
    server.use(
      http.post(`${BASE}${PATH}/notes`, async ({ request }) => {
        written.push(await request.json());
        return HttpResponse.json({ ...aDetail().notes[0], id: 9 } as never, { status: 201 });
      }),
    );
    answer(PATH, aDetail());
    const { user } = open();
    await user.type(await screen.findByLabelText("Note"), "seen");
    await user.click(screen.getByRole("button", { name: "Add comment" }));
    await waitFor(() => expect(written).toEqual([{ text: "seen" }]));
  });

  it("is not offered to who may not", async () => {
    answer(PATH, aDetail());
    open(aSession({ user: null, projects: [aProject({ rights: ["read"] })] }));
    expect(await screen.findByText(/Who is signed in as administrator/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Acknowledge/ })).toBeNull();
  });
});

const lists = (list: JobList) => answer("/projects/demo/jobs", list);

describe("the gap around a change", () => {
  it("has commits measured that nobody measured, and no button where none is missing", async () => {
    const asked: unknown[] = [];
    const path = "/projects/demo/jobs/backfills/1";
    answer(PATH, aDetail({ change: aChange({ suspects: 12 }) }));
    lists(aJobList());
    answer(path, aJobList({ offer: anOffer() }));
    server.use(
      http.post(`${BASE}/projects/demo/jobs/backfills`, async ({ request }) => {
        asked.push(await request.json());
        answer(path, aJobList({ offer: anOffer({ cannot: "every commit was measured" }) }));
        return HttpResponse.json(aJobDetail());
      }),
    );
    const { user } = open();
    const name = "Measure commits between";
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
    expect(asked).toEqual([{ change: 1, budget_minutes: 60 }]);
  });
});

describe("the confirmation of a change", () => {
  it("is asked for by who may, and its job is linked with what it waits for", async () => {
    const asked: unknown[] = [];
    answer(PATH, aDetail());
    lists(aJobList({ agents: ["box-agent"], offer: anOffer({ ahead: 2 }) }));
    server.use(
      http.post(`${BASE}/projects/demo/jobs/confirmations`, async ({ request }) => {
        asked.push(await request.json());
        lists(aJobList({ waiting: [aJob()], waiting_total: 1 }));
        return HttpResponse.json(aJobDetail());
      }),
    );
    const { user } = open();
    const box = within(await screen.findByRole("region", { name: "Confirmation" }));
    expect(box.getByText(/by box-agent\. 5 min .* on lab, after 2 other jobs\.$/)).toBeVisible();
    await user.click(box.getByRole("button", { name: "Confirm" }));
    expect(await box.findByRole("link", { name: "Confirmation 4" })).toHaveAttribute(
      "href",
      "/p/demo/jobs/4",
    );
    expect(asked).toEqual([{ change: 1, budget_minutes: 30 }]);
    expect(box.getByText(/2 jobs before it; begins: in 12 min/)).toBeVisible();
    expect(box.queryByRole("button")).toBeNull();
  });

  it.each([
    ["confirmed", /Confirmed: 9\.8.% slower \[8\.1, 11\.4\]\.$/],
    ["refuted", /Refuted: .*, less than half of what was suspected\.$/],
    ["unclear", /Unknown: 9\.8.% slower \[8\.1, 11\.4\]\.$/],
    ["not measured", /Unknown: no samples came\.$/],
  ] as const)("that is %s says so", async (finding, text) => {
    const { verdict, ...job } = aConfirmedJob();
    answer(PATH, aDetail());
    lists(aJobList({ over: [{ ...job, verdict: verdict && { ...verdict, finding } }] }));
    open();
    const box = within(await screen.findByRole("region", { name: "Confirmation" }));
    expect(box.getByRole("status")).toHaveTextContent(text);
    expect(box.getByRole("button", { name: "Confirm again" })).toBeEnabled();
  });

  it("has its commit found where several are in question, and names it", async () => {
    const asked: unknown[] = [];
    const change = aChange({ suspects: 12 });
    answer("/projects/demo/jobs/backfills/1", aJobList());
    answer(PATH, aDetail({ change }));
    lists(aJobList({ agents: ["box-agent"], over: [aConfirmedJob()] }));
    const bisection = aJob({ id: 5, kind: "bisect" });
    server.use(
      http.post(`${BASE}/projects/demo/jobs/bisections`, async ({ request }) => {
        asked.push(await request.json());
        lists(aJobList({ waiting: [bisection], over: [aConfirmedJob()] }));
        return HttpResponse.json(aJobDetail({ job: bisection }));
      }),
    );
    const { user } = open();
    const box = within(await screen.findByRole("region", { name: "Confirmation" }));
    expect(box.getByText(/the 12 in question step by step, in turns, by/)).toBeVisible();
    await user.click(box.getByRole("button", { name: "Bisect" }));
    expect(await box.findByRole("link", { name: "Bisection 5" })).toBeVisible();
    expect(box.getByRole("link", { name: "Confirmation 4" })).toBeVisible();
    expect(asked).toEqual([{ change: 1, budget_minutes: 120 }]);
    expect(box.queryByRole("button", { name: /Bisect/ })).toBeNull();
  });

  it("names the commits that a bisection left", async () => {
    const culprits = [{ commit: aCommit({ name: "c0ffee12".repeat(5) }), share: 0.972 }];
    answer(PATH, aDetail({ change: aChange({ culprits }) }));
    lists(aJobList());
    open();
    expect(
      await screen.findByText(/commits measured in turns: c0ffee12 \(97\.2.%\)/),
    ).toBeVisible();
  });

  it("says where no agent of the testbed takes jobs", async () => {
    answer(PATH, aDetail());
    lists(aJobList({ offer: anOffer() }));
    open();
    expect(await screen.findByText(/No agent of lab is free/)).toBeVisible();
  });

  it("is no offer to readers", async () => {
    answer(PATH, aDetail());
    lists(aJobList({ over: [aConfirmedJob()] }));
    open(aSession({ projects: [aProject({ rights: ["read"] })] }));
    expect(await screen.findByText(/Confirmed: 9\.8/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Confirm/ })).toBeNull();
  });
});
