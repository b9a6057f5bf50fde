import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { JobDetail } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aSession } from "@/testing/builders";
import {
  aConfirmedJob,
  aJobDetail,
  aNarrowing,
  aReceipt,
  aRunningJob,
  aSearch,
  aSearchInside,
} from "@/testing/jobBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { JobPage } from "./JobPage";

const PATH = "/projects/demo/jobs/4";

/** A log that is read in pieces of two lines, as the server gives it in pieces of 2,000. */
function answerLog(lines: string[], firsts: number[] = []) {
  server.use(
    http.get(`${BASE}${PATH}/log`, ({ request }) => {
      const first = Number(new URL(request.url).searchParams.get("first"));
      firsts.push(first);
      const piece = lines.slice(first, first + 2);
      return HttpResponse.json({ first, lines: piece, total: lines.length, dropped: 0 });
    }),
  );
}

function show(detail: JobDetail) {
  answer("/session", aSession());
  answer(PATH, detail);
  return renderPage(JobPage, "/p/$project/jobs/$job", "/p/demo/jobs/4");
}

describe("the page of a job", () => {
  it("gives the verdict with its interval, and the runs of each commit", async () => {
    answerLog([]);
    const { container } = show(
      aJobDetail({
        job: aConfirmedJob(),
        runs: [
          { run_id: 21, commit: "badc0de1", arm: 0, lease: 2, is_counted: true },
          { run_id: 22, commit: "c0ffee12", arm: 1, lease: 2, is_counted: true },
          { run_id: 20, commit: "c0ffee12", arm: 1, lease: 1, is_counted: false },
        ],
      }),
    );
    expect(await screen.findByRole("heading", { level: 1, name: /: finished$/ })).toBeVisible();
    expect(screen.getByText(/95 % interval \+8\.1 % to \+11\.4 %/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Compare both runs" })).toHaveAttribute(
      "href",
      "/p/demo/compare?baseline=run:21&contender=run:22",
    );
    const table = within(screen.getByRole("table", { name: "Commits and their runs" }));
    const rows = table.getAllByRole("row").map((row) => row.textContent);
    expect(rows[1]).toContain("Run 21");
    expect(rows[2]).toContain("Run 22 Run 20 (came too late, not counted)");
    expect(screen.queryByRole("button", { name: "Cancel job 4" })).toBeNull();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says why a job ended that was not decided yet, and gives no verdict", async () => {
    answerLog([]);
    const job = aConfirmedJob();
    const verdict = job.verdict && { ...job.verdict, finding: "more pairs" as const };
    show(aJobDetail({ job: { ...job, state: "failed", reason: "the disk is full", verdict } }));
    expect(await screen.findByText(/the disk is full/)).toBeVisible();
    expect(screen.queryByText("not decided yet")).toBeNull();
  });

  it("draws how the effect became known, of the variant that is chosen", async () => {
    answerLog([]);
    const first = aNarrowing();
    const other = aNarrowing(0, { variant: "search n=2", rounds: 2 });
    const narrowings = [first, other];
    const { container, user } = show(aJobDetail({ job: aRunningJob(), narrowings }));
    const figure = within(await screen.findByRole("figure", { name: /Effect by rounds/ }));
    await user.click(figure.getByRole("button", { name: "Table" }));
    const rows = figure.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toHaveLength(5);
    expect(rows[4]).toMatch(/^12 rounds10/);
    expect(screen.getByText("c0ffee12 to badc0de1, 13 rounds so far")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Variant" }), "search n=2, time");
    expect(screen.getByText(/2 rounds came in/)).toBeVisible();
  });

  it("says why runs are missing, and whether they may still come", async () => {
    answerLog([]);
    const job = { ...aConfirmedJob(), kind: "compare" as const, verdict: null };
    const runs = [{ run_id: 21, commit: "badc0de1", arm: 0, lease: 2, is_counted: true }];
    const late = "1 of its 2 reports has not come yet.";
    const { unmount } = show(aJobDetail({ job, runs, missing: late }));
    expect(await screen.findByText(late)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    unmount();
    const failed = "1 of its 2 reports could not be read: the unit is another.";
    const { container } = show(aJobDetail({ job, runs, missing: failed, is_without: true }));
    expect(await screen.findByRole("alert")).toHaveTextContent(failed);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("that waits says what for, and where nobody sent a line", async () => {
    answerLog([]);
    show(aJobDetail());
    expect(await screen.findByText("Lines appear here while it runs.")).toBeVisible();
    expect(screen.getByText("2 jobs before it")).toBeVisible();
    expect(screen.getByText("in 12 min (8 min to 20 min)")).toBeVisible();
    expect(screen.getByRole("button", { name: "Cancel job 4" })).toBeEnabled();
  });

  it("that is not there says so", async () => {
    fail(PATH, { status: 404 });
    renderPage(JobPage, "/p/$project/jobs/$job", "/p/demo/jobs/4");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Job 4: not found, or you do not have access.",
    );
  });
});

describe("a finished job with failed variants", () => {
  it("says how many failed, and leads to them", async () => {
    answerLog([]);
    show(aJobDetail({ job: { ...aConfirmedJob(), failed: { variants: 9, run_id: 21 } } }));
    expect(
      await screen.findByRole("heading", { level: 1, name: /: finished, 9 variants failed$/ }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "finished, 9 variants failed" })).toHaveAttribute(
      "href",
      "/p/demo/runs/21?section=failures",
    );
  });
});

function judged(finding: "kept" | "refused") {
  const { verdict } = aConfirmedJob();
  return verdict && { ...verdict, finding };
}

describe("the receipt of a proposal", () => {
  it("says what was measured and compared, and adds what is kept to a ladder", async () => {
    answerLog([]);
    answer(`${PATH}/receipt`, aReceipt());
    answer("/projects/demo/ladders", {
      rows: [{ id: 7, name: "Async bridge", suite: "runtime-rust" }],
    });
    const added: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/ladders/7/rungs`, async ({ request }) => {
        added.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    const verdict = judged("kept");
    const { container, user } = show(
      aJobDetail({ job: { ...aConfirmedJob(), kind: "propose", verdict } }),
    );
    expect(
      await screen.findByText("11.2 % (99 % interval 10.6 % to 11.8 %, 24 rounds)"),
    ).toBeVisible();
    expect(screen.getByText("25, new input in each round")).toBeVisible();
    expect(screen.getByRole("link", { name: "Download receipt" })).toHaveAttribute(
      "href",
      "/api/v1/projects/demo/jobs/4/receipt",
    );
    await user.click(await screen.findByRole("button", { name: "Add as a rung" }));
    expect(await screen.findByText("It is a rung of the ladder.")).toBeVisible();
    expect(added).toEqual([
      { run_id: 22, label: "Search faster", note: "", role: "rung", unit: "" },
    ]);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says why a patch was refused, and offers no rung for it", async () => {
    answerLog([]);
    const refusal = {
      reason: "left_running" as const,
      place: "search, round 1",
      text: "1 left running",
    };
    answer(
      `${PATH}/receipt`,
      aReceipt({ verdict: "refused", refusals: [refusal], gain: null, itself: null, runs: [] }),
    );
    const verdict = judged("refused");
    show(aJobDetail({ job: { ...aConfirmedJob(), kind: "propose", verdict } }));
    const table = within(await screen.findByRole("table", { name: "Why it was refused" }));
    expect(table.getByText("left running")).toBeVisible();
    expect(table.getByText("search, round 1")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add as a rung" })).toBeNull();
  });
});

describe("the log of a job", () => {
  it("shows the log as plain text, and asks only for lines that are new while it runs", async () => {
    const lines = ["cargo build", "<b>warning</b>", "round 1"];
    const firsts: number[] = [];
    answerLog(lines, firsts);
    const { client } = show(aJobDetail({ job: aRunningJob(), log_lines: 3 }));
    const log = await screen.findByText(/cargo build/);
    expect(log.textContent).toBe("cargo build\n<b>warning</b>\nround 1");
    expect(firsts).toEqual([0, 2]);
    lines.push("round 2");
    await client.invalidateQueries({ queryKey: ["demo", "jobs"] });
    await waitFor(() => expect(log.textContent).toContain("round 2"));
    expect(firsts).toEqual([0, 2, 3]);
  });

  it("says where the middle of a log was cut", async () => {
    server.use(
      http.get(`${BASE}${PATH}/log`, ({ request }) => {
        const asked = Number(new URL(request.url).searchParams.get("first"));
        const [first, lines] = asked < 2 ? [0, ["begins", "goes on"]] : [7, ["ends"]];
        return HttpResponse.json({ first, lines, total: 8, dropped: 5 });
      }),
    );
    show(aJobDetail({ job: aRunningJob(), log_lines: 8, log_dropped: 5 }));
    const log = await screen.findByText(/begins/);
    expect(log.textContent).toMatch(/^begins\ngoes on\n\[5 lines were cut: .*\]\nends$/);
    expect(screen.getByText(/5 of them cut from the middle/)).toBeVisible();
  });

  it("shows the end of a long log, and all of it when asked", async () => {
    const lines = Array.from({ length: 2003 }, (_, place) => `line ${place}`);
    server.use(
      http.get(`${BASE}${PATH}/log`, ({ request }) => {
        const first = Number(new URL(request.url).searchParams.get("first"));
        return HttpResponse.json({ first, lines: lines.slice(first), total: 2003, dropped: 0 });
      }),
    );
    const { user } = show(aJobDetail({ job: aRunningJob(), log_lines: 2003 }));
    expect((await screen.findByText(/line 2002/)).textContent).toMatch(/^line 3\n/);
    await user.click(screen.getByRole("button", { name: "Show 3 earlier lines" }));
    await waitFor(() => expect(screen.getByText(/line 2002/).textContent).toMatch(/^line 0\n/));
  });
});

describe("the page of a bisection", () => {
  it("draws how likely each commit is that a bisection measured, and says what is next", async () => {
    answerLog([]);
    const job = aRunningJob({ kind: "bisect" });
    const { container, user } = show(aJobDetail({ job, search: aSearch() }));
    expect(await screen.findByText("next: c0ffee02, 3 rounds")).toBeVisible();
    const steps = within(screen.getByRole("table", { name: "Measured in turns with badc0de1" }));
    const rows = steps.getAllByRole("row").map((row) => row.textContent);
    expect(rows[1]).toContain("c0ffee04not built or installed, or without a result");
    expect(rows[3]).toMatch(/c0ffee0312\.0.% \[10\.0.%, 14\.0.%\]/);
    const figure = within(
      screen.getByRole("figure", { name: "Probability of each commit in question" }),
    );
    await user.click(figure.getByRole("button", { name: "Table" }));
    const shares = figure.getAllByRole("row").map((row) => row.textContent);
    expect(shares[3]).toMatch(/c0ffee0392\.0.%3$/);
    expect(shares[4]).toMatch(/not built or installed$/);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("names the move inside the commit that made the change", async () => {
    answerLog([]);
    const job = aRunningJob({ kind: "bisect" });
    const search = aSearch({ answer: ["c0ffee03"], ...aSearchInside("c0ffee03") });
    const { container, user } = show(aJobDetail({ job, search }));
    const title = "Probability of each move in its order";
    const figure = within(await screen.findByRole("figure", { name: title }));
    expect(screen.getByText("next: with foo b0b (Slow), 3 rounds")).toBeVisible();
    await user.click(figure.getByRole("button", { name: "Table" }));
    const shares = figure.getAllByRole("row").map((row) => row.textContent);
    expect(shares[1]).toMatch(/^The rest of the commit/);
    expect(shares[2]).toMatch(/^foo b0b \(Slow\)96/);
    expect(shares[3]).toMatch(/^serde 1\.0\.1 → 1\.0\.2 in Cargo\.lock/);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("lists what a commit moves that was not measured apart", async () => {
    answerLog([]);
    const job = aRunningJob({ kind: "bisect" });
    const { moved } = aSearchInside("c0ffee03");
    show(aJobDetail({ job, search: aSearch({ answer: ["c0ffee03"], moved }) }));
    const table = within(await screen.findByRole("table", { name: "What c0ffee03 moves" }));
    expect(table.getByText("serde 1.0.1 → 1.0.2 in Cargo.lock")).toBeVisible();
  });
});
