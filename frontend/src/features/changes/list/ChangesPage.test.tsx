import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
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
  aTriage,
} from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ChangesPage } from "./ChangesPage";

function open(search = "", session = aSession()) {
  answer("/projects/demo/facets", {
    total: 1,
    facets: [{ name: "suite", choices: [{ value: "runtime-rust", count: 1 }], total: 1 }],
  });
  answer("/projects/demo/history", aHistory(aSeries([0.1, 0.1048])));
  answer("/session", session);
  answer("/projects/demo/alert-groups/assignees", []);
  answer("/projects/demo/alert-mutes", { rows: [] });
  return renderPage(ChangesPage, "/p/$project/changes", `/p/demo/changes${search}`);
}

const SMALL = aGroup({ lead: aChange({ id: 1, commit: aCommit({ id: 2 }) }) });
const WIDE = aGroup({
  lead: aChange({ id: 5, ratio: 0.4, low: 0.38, high: 0.42, verdict: "improvement" }),
  commits: { named: [aCommit(), aCommit({ id: 8, name: "badc0de" })], count: 4, since: aCommit() },
  changes: 3,
  series: 3,
  regressions: 1,
  improvements: 2,
  members: [aMember({ id: 5 }), aMember({ id: 6, series: aLabel({ id: 2, benchmark: "sort" }) })],
});

const NONE = {
  asides: 0,
  aside_changes: 0,
  history: 0,
  history_changes: 0,
  in_pulls: 0,
  next: null,
};

function list(...rows: (typeof SMALL)[]) {
  const changes = rows.reduce((sum, { changes: some }) => sum + some, 0);
  answer("/projects/demo/alert-groups", { total: rows.length, changes, ...NONE, rows });
}

describe("the list of changes", () => {
  it("tells each cause in words and leads to the page of its worst change", async () => {
    list(SMALL, WIDE);
    const { container } = open();
    expect(
      await screen.findByRole("heading", { level: 1, name: "2 open changes in 4 series." }),
    ).toBeTruthy();
    const link = screen.getByRole("link", { name: /4\.8.% slower \[3\.1, 6\.4\]/ });
    expect(link.getAttribute("href")).toBe("/p/demo/alert-groups/1");
    expect(screen.getByText("3 series changed: 1 worse, 2 better")).toBeTruthy();
    expect(
      screen.getByText(/one of 4 commits of main \(95 % confidence\): c0ffee\w* … badc0de/),
    ).toBeTruthy();
    expect(await screen.findAllByRole("img", { name: /History of search/ })).toHaveLength(2);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("sends filters to the server and keeps them in the address", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/alert-groups`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.toString());
        return HttpResponse.json({ total: 1, changes: 1, ...NONE, rows: [SMALL] } as never);
      }),
    );
    const { user, router } = open();
    await waitFor(() => expect(asked.at(-1)).toBe("state=open&history=none&pulls=none&limit=25"));
    await user.click(await screen.findByText("More filters"));
    await user.selectOptions(screen.getByLabelText("Verdict"), "regression");
    await waitFor(() =>
      expect(asked.at(-1)).toBe("state=open&history=none&pulls=none&verdict=regression&limit=25"),
    );
    await user.selectOptions(screen.getByLabelText("State"), "all");
    await user.type(screen.getByLabelText("Min. effect (%)"), "5");
    await waitFor(() =>
      expect(asked.at(-1)).toBe("state=all&verdict=regression&min_effect=0.05&limit=25"),
    );
    expect(router.state.location.searchStr).toBe("?state=all&verdict=regression&effect=5");
    await user.selectOptions(screen.getByLabelText("Found"), "30");
    await waitFor(() => expect(asked.at(-1)).toMatch(/&days=30&/));
    await user.click(screen.getByRole("button", { name: "Remove verdict: regression" }));
    await waitFor(() =>
      expect(router.state.location.searchStr).toBe("?state=all&days=30&effect=5"),
    );
  });
});

describe("what the list of changes leaves out", () => {
  it("leads to history where nothing is open", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/alert-groups`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(`${query.get("state")} ${query.get("history")}`);
        const found =
          query.get("history") === "only"
            ? { total: 1, changes: 1, rows: [{ ...SMALL, is_history: true }] }
            : { total: 0, changes: 0, rows: [] };
        return HttpResponse.json({ ...NONE, history: 1, ...found } as never);
      }),
    );
    const { user, router } = open();
    await screen.findByRole("heading", { level: 1, name: "No open change · 1 in history." });
    await user.click(screen.getByRole("button", { name: "Show history" }));
    await screen.findByRole("heading", { level: 1, name: "1 change in history, in 1 series." });
    expect(asked).toEqual(["open none", "open only"]);
    expect(router.state.location.searchStr).toBe("?state=history");
    expect(screen.getByText("history", { selector: "span" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "History (1)", pressed: true }));
    await screen.findByRole("heading", { level: 1, name: "No open change · 1 in history." });
  });

  it("leads to changes on branches of pull requests, which are left out", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/alert-groups`, ({ request }) => {
        const pulls = new URL(request.url).searchParams.get("pulls");
        asked.push(pulls);
        const found =
          pulls === "only"
            ? { total: 1, changes: 1, rows: [SMALL] }
            : { total: 0, changes: 0, rows: [] };
        return HttpResponse.json({ ...NONE, in_pulls: 1, ...found } as never);
      }),
    );
    const { user, router } = open();
    await screen.findByRole("heading", { level: 1, name: "No open change · 1 on pull requests." });
    expect(screen.getByText("1 change is on branches of pull requests.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show pull requests" }));
    await screen.findByRole("heading", {
      level: 1,
      name: "1 open change on pull requests, in 1 series.",
    });
    expect(router.state.location.searchStr).toBe("?pulls=only");
    expect(asked).toEqual(["none", "only"]);
    await user.click(screen.getByRole("button", { name: "On pull requests (1)", pressed: true }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });

  it("says nothing of what is asked for before it is there", async () => {
    list(SMALL, WIDE);
    const { user } = open();
    const heading = await screen.findByRole("heading", { level: 1, name: /^2 open changes/ });
    server.use(http.get(`${BASE}/projects/demo/alert-groups`, () => new Promise<never>(() => {})));
    await user.selectOptions(screen.getByLabelText("State"), "invalid");
    await waitFor(() => expect(heading).toHaveAttribute("aria-busy", "true"));
    expect(heading.textContent).toBe("Changes");
  });
});

describe("a row of the list of changes", () => {
  it("shows everything that moved with a cause and keeps it in the address", async () => {
    list(WIDE);
    const { user, router } = open();
    await user.click(
      await screen.findByRole("button", { name: /3 series: show what moved with search/ }),
    );
    const moved = await screen.findByRole("table", { name: "What moved with search wall_time" });
    expect(within(moved).getByRole("link", { name: /sort/ }).getAttribute("href")).toBe(
      "/p/demo/changes/6",
    );
    expect(screen.getByText("1 more; the page of the change has up to 500.")).toBeTruthy();
    expect(router.state.location.searchStr).toBe("?group=5");
  });

  it("draws the words of a change without its line when histories fail", async () => {
    list(SMALL);
    open();
    fail("/projects/demo/history", { status: 500 });
    expect(await screen.findByText(/4\.8.% slower/)).toBeTruthy();
  });

  it("offers every change where no open one matches", async () => {
    list();
    const { user, router } = open("?suite=runtime-rust&verdict=regression");
    expect(await screen.findByText("No open regression.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show every change" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?state=all"));
  });

  it("says what failed", async () => {
    fail("/projects/demo/alert-groups", { status: 503, detail: "The database is starting." });
    open();
    expect(await screen.findByText("The changes could not be loaded.")).toBeTruthy();
  });

  it("greys what is no longer open", async () => {
    list(aGroup({ lead: aChange({ state: "refuted" }), state: "invalid" }));
    open("?state=invalid");
    const effect = await screen.findByText(/4\.8.% slower/);
    expect(effect.className).toContain("unresolved");
  });
});

describe("the reader's own changes", () => {
  it("asks for the reader's own changes by their number: the server tells everybody the same", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/alert-groups`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("assignee") ?? "anybody");
        return HttpResponse.json({ total: 1, changes: 1, ...NONE, rows: [SMALL] } as never);
      }),
    );
    open("?assignee=me");
    await waitFor(() => expect(asked).toEqual(["1"]));
  });
});

describe("judging in the list", () => {
  it("is walked by j and k and judged by keys, a whole cause at once", async () => {
    const said: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/alert-groups/judgements`, async ({ request }) => {
        said.push(await request.json());
        return HttpResponse.json({ changed: [{ number: 5, state: "open" }], refused: [] } as never);
      }),
    );
    list(SMALL, WIDE);
    const { user } = open();
    await screen.findByRole("toolbar");
    await user.keyboard("jj");
    expect(document.activeElement?.getAttribute("href")).toBe("/p/demo/alert-groups/5");
    await user.keyboard("kj");
    await user.keyboard("a");
    await waitFor(() => expect(said).toEqual([{ state: "acknowledged", groups: [5], why: "" }]));
  });

  it("judges the cause, not the row of what moved with it", async () => {
    const said: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/alert-groups/judgements`, async ({ request }) => {
        said.push(await request.json());
        return HttpResponse.json({ changed: [{ number: 5, state: "open" }], refused: [] } as never);
      }),
    );
    list(WIDE, SMALL);
    const { user } = open("?group=5");
    await screen.findByRole("table", { name: "What moved with search wall_time" });
    await user.keyboard("jj");
    expect(document.activeElement?.getAttribute("href")).toBe("/p/demo/alert-groups/1");
    await user.keyboard("ka");
    await waitFor(() => expect(said).toEqual([{ state: "acknowledged", groups: [5], why: "" }]));
  });

  it("judges what is chosen, and says why it could not", async () => {
    server.use(
      http.post(`${BASE}/projects/demo/alert-groups/judgements`, () =>
        HttpResponse.json({ detail: "The database is starting." } as never, { status: 503 }),
      ),
    );
    list(SMALL, WIDE);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Select all" }));
    expect(screen.getByText("2 changes, 4 series")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Not a change" }));
    expect(await screen.findByText("The judgement was not stored.")).toBeTruthy();
  });

  it("says why nothing was judged, and offers only what applies", async () => {
    server.use(
      http.post(`${BASE}/projects/demo/alert-groups/judgements`, () =>
        HttpResponse.json({
          changed: [],
          refused: [{ number: 1, reason: "It was refuted meanwhile" }],
        } as never),
      ),
    );
    list(SMALL);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Select all" }));
    expect(screen.getByRole("button", { name: "Open again" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Acknowledge" }));
    expect(await screen.findByText(/It was refuted meanwhile\./)).toBeTruthy();
  });

  it("takes half a per cent as it is typed", async () => {
    list(SMALL);
    const { user, router } = open();
    await user.type(await screen.findByLabelText("Min. effect (%)"), "0.5");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?effect=0.5"));
    expect(screen.getByLabelText("Min. effect (%)")).toHaveValue(0.5);
  });

  it("offers no judgement to who may not judge", async () => {
    list(SMALL);
    open("", aSession({ user: null, projects: [aProject({ rights: ["read"] })] }));
    expect(await screen.findByText(/4\.8.% slower/)).toBeTruthy();
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("changing what is kept of all that is chosen", () => {
  it("gives all that is chosen to one person and adds a tag to what each has", async () => {
    const edits: unknown[] = [];
    server.use(
      http.patch(`${BASE}/projects/demo/alert-groups`, async ({ request }) => {
        const { groups, ...fields } = (await request.json()) as { groups: number[] };
        edits.push({ groups, ...fields });
        const before = { assignee: null, due_on: null, tags: [], issue_url: "", culprit: null };
        return HttpResponse.json(groups.map((number) => ({ number, details: before })) as never);
      }),
    );
    const tagged = { ...WIDE, triage: aTriage({ tags: ["release"] }) };
    list({ ...SMALL, triage: aTriage({ tags: [] }) }, tagged);
    const { user } = open();
    answer("/projects/demo/alert-groups/assignees", [{ id: 7, name: "Ada" }]);
    await user.click(await screen.findByRole("button", { name: "Select all" }));
    const giveTo = await screen.findByLabelText("Assign to");
    await user.selectOptions(giveTo, await within(giveTo).findByRole("option", { name: "Ada" }));
    await waitFor(() => expect(edits).toEqual([{ groups: [1, 5], assignee: 7 }]));
    const fields = within(screen.getByRole("form", { name: "Fields of the chosen changes" }));
    await user.type(fields.getByLabelText("Due"), "2026-12-05");
    await user.type(fields.getByLabelText("Tags to add"), "urgent");
    expect(edits).toHaveLength(1);
    await user.click(fields.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(edits.slice(1)).toEqual([
        { groups: [1], due_on: "2026-12-05", tags: ["urgent"] },
        { groups: [5], due_on: "2026-12-05", tags: ["release", "urgent"] },
      ]),
    );
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(edits).toHaveLength(5));
    expect(edits.slice(3)).toEqual([
      { groups: [1], due_on: null, tags: [] },
      { groups: [5], due_on: null, tags: [] },
    ]);
  });
});
