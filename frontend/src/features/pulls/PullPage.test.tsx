import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ApiError, UNREACHABLE } from "@/api/errors";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { PullPage } from "./PullPage";
import { answerOf, foldAlike, whyNotCompared } from "./pullsModel";

const HEAD = "d".repeat(40);
const PULL = {
  id: 3,
  number: 7,
  title: "Check <b>bounds</b>",
  author: "ada",
  url: "https://forge.example/7",
  head: HEAD,
  head_branch: "try",
  base_branch: "main",
  is_from_fork: true,
  is_open: true,
  merged_as: null,
  was_rewritten: false,
  state: "failed",
  headline: "1 regression, 12.4 % slower",
  judged_at: "2026-01-01T00:00:00Z",
  check_state: "failure",
  check_head: HEAD,
  check_title: "1 regression, 12.4 % slower",
  checked_at: "2026-01-01T00:00:00Z",
  commented_at: "2026-01-01T00:00:00Z",
  created_at: "2026-01-01T00:00:00Z",
  telling: {
    is_due: true,
    next_at: null,
    attempts: 1,
    reason: "401: bad credentials",
    remedy: "Make a new token.",
    gave_up_at: "2026-01-01T00:00:00Z",
  },
  judgement: {
    head: HEAD,
    measured: HEAD,
    base: {
      commit: "b".repeat(40),
      fork_point: null,
      before_fork: 0,
      words: "bbbb, the fork point",
    },
    counts: { regression: 1 },
    compared: 700,
    sentence: "1 regression, 699 unchanged.",
    rows: [
      {
        verdict: "regression",
        name: "search smol time",
        full_name: "search engine=smol time",
        suite: "runtime",
        testbed: "box",
        sentence: "12.4 % slower [10.1, 14.6], 10 pairs",
        ratio: 1.124,
        low: 1.101,
        high: 1.146,
        direction: "lower",
        series: 1,
        is_gated: true,
        judged_by: "rule 2 “tails”",
      },
    ],
    budgets: [],
    failing: 1,
    rule: "Regressions of 3 % or more fail the gate.",
    unknown: "",
    splits: [],
    noise: [],
    differences: [],
    warnings: [],
    why: "",
  },
  comment: "<!-- tidemark:demo -->",
  acceptances: [],
  webhooks: [],
};

function standing(rights: string[]) {
  answer("/session", {
    user: { id: 1, name: "Ada", email: "ada@example.org", is_admin: false },
    projects: [{ slug: "demo", name: "Demo", rights }],
  } as never);
  answer("/projects/demo/pull-requests/3", PULL);
}

const show = () =>
  renderPage(PullPage, "/p/$project/pull-requests/$pull", "/p/demo/pull-requests/3");

describe("the page of a pull request", () => {
  it("says verdict, evidence and what keeps the forge from being told", async () => {
    standing(["read"]);
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 regression, 12.4 % slower",
    );
    expect(screen.getByText("#7 Check <b>bounds</b>")).toHaveAttribute("href", PULL.url);
    const effect = "12.4 % slower [10.1, 14.6], 10 pairs";
    expect(screen.getByText(effect, { ignore: "title" })).toBeVisible();
    expect(screen.getByRole("img", { name: effect })).toBeVisible();
    expect(screen.getByText("by rule 2 “tails”")).toBeVisible();
    expect(screen.getByRole("link", { name: "search engine=smol time" })).toBeVisible();
    expect(screen.getByText(/And 699 more in the comparison/)).toBeVisible();
    expect(screen.getByText(/Not told: 401: bad credentials/)).toHaveTextContent(
      "Make a new token.",
    );
    expect(screen.queryByRole("form")).toBeNull();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("draws no end that is unknown, and no difference among ratios", async () => {
    standing(["read"]);
    const [row] = PULL.judgement.rows;
    const rows = [
      { ...row, sentence: "twice as slow", ratio: 2, low: 1.5, high: 3 },
      { ...row, series: 2, sentence: "open above", ratio: 3.05, low: 2.4, high: 0 },
      { ...row, series: 3, sentence: "2 M fewer", ratio: 0, low: 1e-6, high: 2e6 },
    ];
    const judgement = { ...PULL.judgement, rows };
    answer("/projects/demo/pull-requests/3", { ...PULL, judgement });
    show();
    const whole = await screen.findByRole("img", { name: "twice as slow" });
    const open = screen.getByRole("img", { name: "open above" });
    expect(screen.queryByRole("img", { name: "2 M fewer" })).toBeNull();
    expect([whole, open].map((one) => one.querySelectorAll("path").length)).toEqual([1, 0]);
    const [twice, thrice] = [whole, open].map((one) =>
      Number(one.querySelector("circle")?.getAttribute("cx")),
    );
    expect((thrice ?? 0) - (twice ?? 0)).toBeGreaterThan(50);
  });

  it("accepts with a reason", async () => {
    standing(["read", "triage"]);
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/pull-requests/3/acceptances`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 9 }, { status: 201 });
      }),
    );
    const { user } = show();
    const button = await screen.findByRole("button", { name: "Accept the regressions" });
    expect(button).toBeDisabled();
    await user.type(screen.getByLabelText("Reason"), "worth it");
    await user.click(button);
    expect(await screen.findByText("Failures accepted")).toBeVisible();
    expect(sent).toEqual([{ reason: "worth it" }]);
  });
});

describe("results that are not told apart", () => {
  it("are folded behind the first of them, and what is told apart never is", () => {
    const unknown = Array.from({ length: 30 }, (_, index) => ({
      verdict: index % 2 === 0 ? ("unknown" as const) : ("same" as const),
    }));
    const worse = { verdict: "regression" as const };
    const [shown, folded] = foldAlike([worse, ...unknown, worse]);
    expect([shown.length, folded.length]).toEqual([10, 22]);
    expect([shown[0], shown.at(-1)]).toEqual([worse, worse]);
    expect(foldAlike(unknown.slice(0, 16))).toEqual([unknown.slice(0, 16), []]);
  });
});

describe("pull requests that reports name", () => {
  it("are not counted, since only the newest are asked for", () => {
    expect(answerOf([], 0, false, true)).toBe(
      "Newest pull requests from reports; no repository connected",
    );
    expect(answerOf([], 0, false, false)).toBe("No repository connected");
  });

  it("say why they are not compared, and name no merge base where the server failed", () => {
    const failed = (status: number, detail: string) =>
      whyNotCompared(new ApiError({ ...UNREACHABLE, status, detail }));
    expect(failed(404, "the merge base of 7 has no results")).toBe(
      "Not compared: the merge base of 7 has no results.",
    );
    expect(failed(500, "no")).toBe("The comparison could not be loaded.");
    expect(whyNotCompared(new ApiError(UNREACHABLE))).toBe("The comparison could not be loaded.");
  });
});
