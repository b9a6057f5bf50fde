import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  aSurroundings,
  aTriage,
} from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { takeBack, undoStore } from "@/ui/feedback/undoStore";
import { AlertGroupPage } from "./AlertGroupPage";

const PLACE = "/projects/demo/alert-groups";
const GROUP = aGroup({
  number: 12,
  lead: aChange({ id: 5 }),
  commits: {
    named: [aCommit(), aCommit({ id: 8, name: "badc0de", author: "Bob" })],
    count: 2,
    since: aCommit(),
  },
  changes: 2,
  series: 2,
  regressions: 2,
  members: [aMember({ id: 5 }), aMember({ id: 6, series: aLabel({ id: 2, benchmark: "sort" }) })],
  triage: aTriage({ tags: ["allocator"], issue_url: "https://example.org/issues/7" }),
});
const STORY = [
  { id: 1, kind: "opened", text: "2", author: "", created_at: "2026-01-08T13:00:00Z" },
  {
    id: 2,
    kind: "note",
    text: "**inlining** <img src=x onerror=alert(1)>",
    author: "Ada",
    created_at: "2026-01-08T14:00:00Z",
  },
];

function answerWith(group: typeof GROUP, witness = group.lead) {
  answer(`${PLACE}/12`, {
    group,
    comparison_url: null,
    witness,
    surroundings: aSurroundings(),
    splits: [{ id: 3, headline: "commit a against earlier", net: "net +1.0 %", state: "open" }],
    places: [
      { testbed_id: 1, testbed: "bench-1", of: 3, measured: 3, moved: 2 },
      { testbed_id: 2, testbed: "bench-2", of: 3, measured: 1, moved: 0 },
      { testbed_id: 3, testbed: "bench-3", of: 3, measured: 0, moved: 0 },
    ],
    noisy_machines: [
      { machine_id: 4, machine: "bench-1", text: "which was noisy: noise score 58 of 100" },
    ],
    story: STORY,
    near: [aGroup({ number: 13, lead: aChange({ id: 9 }) })],
    alike: [],
    pulls: [],
  });
}

function open(group = GROUP, session = aSession(), witness = group.lead) {
  answerWith(group, witness);
  answer(`${PLACE}/assignees`, [{ id: 7, name: "Bob" }]);
  answer("/projects/demo/series/1/threshold", {
    reason: "judged by rule 2 “tails”: metric is p99",
    rule: 2,
    name: "tails",
    version: 4,
    threshold: { minimum_effect: 0.05, sensitivity: "strict", is_gate: false },
  });
  answer("/projects/demo/history", aHistory(aSeries([0.1, 0.1048])));
  answer("/session", session);
  return renderPage(AlertGroupPage, "/p/$project/alert-groups/$group", "/p/demo/alert-groups/12");
}

/** Everything that is sent to one call, answered with the same. */
function listen(method: "post" | "patch", path: string, body: unknown) {
  const said: unknown[] = [];
  server.use(
    http[method](`${BASE}${path}`, async ({ request }) => {
      said.push(await request.json());
      return HttpResponse.json(body as never);
    }),
  );
  return said;
}

describe("the page of an alert group", () => {
  it.each([
    [undefined, "give it in the settings"],
    ["https://host/o/n", null],
  ])("says why no diff is linked, unless the address is known: %s", async (address, said) => {
    const known = address === undefined ? {} : { repository_url: address };
    open(GROUP, aSession({ projects: [aProject(known)] }));
    const commits = within(await screen.findByRole("region", { name: "Commits in question" }));
    await commits.findAllByRole("button", { name: /Mark as culprit/ });
    if (said === null) expect(commits.queryByText(/No diff is linked/)).toBeNull();
    else expect(commits.getByText(/No diff is linked/)).toHaveTextContent(said);
  });

  it("leads to where the address of the repository is given", async () => {
    open();
    const link = await screen.findByRole("link", { name: "settings" });
    expect(link).toHaveAttribute("href", "/p/demo/settings");
  });

  it("calls no improvement the worst", async () => {
    open({ ...GROUP, regressions: 0, improvements: 2 });
    expect(await screen.findByText(/largest series/)).toBeVisible();
    expect(screen.queryByText(/The worst is/)).toBeNull();
  });

  it("answers how large and since when, with commits, authors, members and story", async () => {
    const { container } = open();
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: /^Change #12: search .*4\.8.% slower/,
      }),
    ).toBeTruthy();
    expect(screen.getAllByText("open")[0]).toBeVisible();
    expect(screen.getByRole("link", { name: "bench-1" }).parentElement).toHaveTextContent(
      "Measured on bench-1, which was noisy: noise score 58 of 100.",
    );
    const commits = screen.getByRole("table", { name: "Commits in question" });
    expect(within(commits).getByText("Bob")).toBeTruthy();
    expect(screen.getByRole("table", { name: "Series of this change" })).toBeTruthy();
    expect(screen.getByText("inlining").tagName).toBe("STRONG");
    expect(screen.queryByRole("img", { name: "" })).toBeNull();
    expect(
      screen.getByRole("link", { name: "https://example.org/issues/7" }).getAttribute("rel"),
    ).toContain("nofollow");
    expect(screen.getByRole("link", { name: /^#13/ }).getAttribute("href")).toBe(
      "/p/demo/alert-groups/13",
    );
    expect(await screen.findByText(/Judged by rule 2 “tails”: metric is p99/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("is judged by a key with the reason that was typed, and taken back", async () => {
    const body = { changed: [{ number: 12, state: "open" }], refused: [] };
    const said = listen("post", `${PLACE}/judgements`, body);
    const { user } = open();
    await user.type(await screen.findByLabelText("Reason"), "as agreed");
    await user.click(screen.getByRole("button", { name: "Accept" }));
    // where the pressed button goes, keys go on among the others
    expect(screen.getByRole("toolbar", { name: "State of this change" })).toHaveFocus();
    await waitFor(() =>
      expect(said).toEqual([{ state: "accepted", groups: [12], why: "as agreed" }]),
    );
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(said[1]).toEqual({ state: "open", groups: [12], why: "" }));
    await user.keyboard("a");
    await waitFor(() => expect(said).toHaveLength(3));
  });

  it("is given to somebody, and that is taken back", async () => {
    const details = { assignee: null, due_on: null, tags: [], issue_url: "", culprit: null };
    const said = listen("patch", PLACE, [{ number: 12, details }]);
    const { user } = open();
    await screen.findByRole("option", { name: "Bob" });
    await user.selectOptions(screen.getByLabelText("Assignee"), "Bob");
    await waitFor(() => expect(said).toEqual([{ groups: [12], assignee: 7 }]));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(said[1]).toEqual({ groups: [12], assignee: null }));
  });
});

describe("the bar of actions", () => {
  it("splits chosen changes off, and says why that failed", async () => {
    server.use(
      http.post(`${BASE}${PLACE}/moves`, () =>
        HttpResponse.json({ detail: "they are there already" } as never, { status: 409 }),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /Choose sort/ }));
    await user.click(screen.getByRole("button", { name: "Move 1 series" }));
    await user.click(screen.getByRole("button", { name: "Split off as a new change" }));
    expect(await screen.findByText("Nothing was moved.")).toBeTruthy();
  });

  it.each([
    ["two series stay", GROUP.members],
    ["one series stays", GROUP.members.slice(0, 1)],
  ])("gives the focus to the series after a move, where %s", async (_, left) => {
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /Choose sort/ }));
    server.use(
      http.post(`${BASE}${PLACE}/moves`, () => {
        answerWith({ ...GROUP, members: left });
        return HttpResponse.json({ to: 13, from_groups: [] } as never);
      }),
    );
    await user.click(screen.getByRole("button", { name: "Move 1 series" }));
    await user.click(screen.getByRole("button", { name: "Split off as a new change" }));
    await waitFor(() => expect(screen.getByRole("region", { name: "Series" })).toHaveFocus());
  });

  it("gives the focus back to its button where nothing was moved", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /Choose sort/ }));
    await user.click(screen.getByRole("button", { name: "Move 1 series" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: /^Move 1/ })).toHaveFocus());
  });

  it("sends a due date with Save and not while it is typed, and keeps what is said below", async () => {
    const details = { assignee: null, due_on: null, tags: [], issue_url: "", culprit: null };
    const said = listen("patch", PLACE, [{ number: 12, details }]);
    const { user } = open();
    const bar = within(await screen.findByRole("region", { name: "Actions" }));
    await user.click(await bar.findByText("Due date, tags, issue"));
    const due = bar.getByLabelText("Due");
    for (const day of ["0002-12-05", "2026-12-05"]) {
      fireEvent.change(due, { target: { value: day } });
      expect(due).toHaveValue(day);
    }
    await user.click(bar.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said).toEqual([{ groups: [12], due_on: "2026-12-05" }]));
    const fold = bar.getByText("Merge", { selector: "summary" });
    const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
    expect(fold.compareDocumentPosition(bar.getByText("allocator")) & after).toBe(after);
  });

  it("folds what is seldom asked for, and mutes by a scope in words", async () => {
    const said = listen("post", "/projects/demo/alert-mutes", { rows: [{ id: 3 }] });
    const { user } = open();
    const bar = within(await screen.findByRole("region", { name: "Actions" }));
    expect(await bar.findByLabelText("Assignee")).toBeVisible();
    expect(bar.getByLabelText("Until")).not.toBeVisible();
    expect(bar.getByLabelText("Into change number")).not.toBeVisible();
    await user.click(bar.getByText("Mute", { selector: "summary" }));
    await user.click(bar.getByRole("radio", { name: /: this metric in all benchmarks/ }));
    await user.type(bar.getByLabelText("Why mute"), "known noise");
    await user.click(bar.getByRole("button", { name: "Mute" }));
    await waitFor(() =>
      expect(said).toEqual([
        expect.objectContaining({ metric: GROUP.lead.series.metric, why: "known noise" }),
      ]),
    );
    expect(said[0]).not.toHaveProperty("benchmark");
  });

  it("comes after the cause in the order of reading", async () => {
    open();
    const actions = await screen.findByRole("region", { name: "Actions" });
    const why = screen.getByRole("region", { name: "Why" });
    const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
    expect(why.compareDocumentPosition(actions) & after).toBe(after);
  });

  it("offers no move of single series where there is one", async () => {
    open(aGroup({ ...GROUP, members: [aMember({ id: 5 })], series: 1 }));
    await screen.findByRole("region", { name: "Actions" });
    expect(screen.queryByRole("button", { name: "Move selected" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

it("says with its state that it is muted, and until when", async () => {
  const muted_until = "2999-01-15T00:00:00Z";
  open(aGroup({ number: 12, triage: aTriage({ muted_until }) }));
  expect(await screen.findByText(/muted until 2999-01-15: no notifications/)).toBeVisible();
});

describe("what stands around the worst of an alert group", () => {
  it("says what else changed with the worst of it", async () => {
    open();
    const others = await screen.findByRole("table", {
      name: "Environment and machine, before and after",
    });
    expect(within(others).getByRole("row", { name: "rustc 1.94 1.95" })).toBeTruthy();
    expect(screen.getByText("Binary hash: changed by code or build.")).toBeTruthy();
    expect(
      screen.getByRole("link", { name: "Compare the runs before and after" }).getAttribute("href"),
    ).toBe("/p/demo/compare?baseline=run:22&contender=run:23");
  });
});

describe("a note of an alert group", () => {
  it("that was removed is brought back as it was", async () => {
    const { user } = open();
    const said: string[] = [];
    const note = { ...STORY[1] };
    server.use(
      http.delete(`${BASE}${PLACE}/12/notes/2`, () => {
        said.push("removed");
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${BASE}${PLACE}/12/notes/2/restore`, () => {
        said.push("brought back");
        return HttpResponse.json(note as never);
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Remove the note of Ada" }));
    await waitFor(() => expect(undoStore.read().at(-1)?.label).toBe("Note removed"));
    await takeBack(undoStore.read().at(-1)?.id ?? 0);
    expect(said).toEqual(["removed", "brought back"]);
  });
});

describe("the page of an alert group", () => {
  it("names the change whose reports say what else changed, if it is not the worst", async () => {
    open(GROUP, aSession(), aChange({ id: 77, series: aLabel({ id: 2, benchmark: "sort" }) }));
    const else_ = within(await screen.findByRole("region", { name: "Why" }));
    expect(else_.getByRole("link", { name: "change 77" })).toHaveAttribute(
      "href",
      "/p/demo/changes/77",
    );
    expect(else_.getByText(/whose reports show the most/)).toHaveTextContent(/sort/);
  });

  it("says why it blames fewer commits than its worst change does", async () => {
    open(aGroup({ ...GROUP, lead: aChange({ id: 5, suspects: 5 }) }));
    expect(
      await screen.findByText(/alone narrows it to 5 commits; other series narrow it further/),
    ).toBeVisible();
  });

  it("leads to the splits at its commits", async () => {
    open();
    const split = await screen.findByRole("link", { name: "commit a against earlier" });
    expect(split).toHaveAttribute("href", "/p/demo/splits/3");
    expect(split.parentElement).toHaveTextContent(/^Trade-off: .*; net \+1\.0 %$/);
  });

  it("says whether other testbeds, which measure the same, agree", async () => {
    open();
    const told = await screen.findByText(/^Of the 3 results that moved somewhere/);
    expect(told).toHaveTextContent(
      "on bench-1 2 moved, 1 did not; on bench-2 1 did not, 2 not measured on both sides; on bench-3 3 not measured on both sides.",
    );
  });

  it("offers nothing to who may only read, leads on from a merged one, and says what failed", async () => {
    const { unmount } = open(
      GROUP,
      aSession({ user: null, projects: [aProject({ rights: ["read"] })] }),
    );
    await screen.findByRole("heading", { level: 1, name: /^Change #12/ });
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(screen.getByRole("region", { name: "Details" })).toHaveTextContent(/Unassigned/);
    expect(screen.queryByRole("region", { name: "Actions" })).toBeNull();
    unmount();
    answer(`${PLACE}/3`, { status: 404 });
    const merged = open(aGroup({ number: 12, triage: aTriage({ merged_into: 3 }) }));
    await waitFor(() => {
      expect(merged.router.state.location.pathname).toBe("/p/demo/alert-groups/3");
    });
    merged.unmount();
    open();
    fail(`${PLACE}/12`, { status: 503, detail: "The database is starting." });
    expect(await screen.findByText("Change #12 could not be loaded.")).toBeTruthy();
  });
});
