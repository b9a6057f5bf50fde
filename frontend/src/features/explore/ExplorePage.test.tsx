import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { History, SeriesRow } from "@/api/types";
import { aChange, aCommit, aGroup, aHistory, aLabel, aSeries } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ExplorePage } from "./ExplorePage";

const SMOL = aLabel({ id: 1, parameters: { engine: "smol" } });
const TOKIO = aLabel({ id: 2, parameters: { engine: "tokio" } });

function aRow(series = SMOL): SeriesRow {
  return {
    series,
    points: 2,
    latest: {
      value: 0.1,
      low: 0.099,
      high: 0.101,
      n: 10,
      commit: aCommit(),
      measured_at: "2026-01-08T12:30:00Z",
    },
    open_changes: 1,
    sparkline: [0.1, 0.1],
  };
}

const FACETS = {
  total: 2,
  facets: [
    { name: "suite", choices: [{ value: "runtime-rust", count: 2 }], total: 1 },
    {
      name: "param.engine",
      choices: [
        { value: "smol", count: 1 },
        { value: "tokio", count: 1 },
      ],
      total: 2,
    },
  ],
};

const NO_GROUPS = { total: 0, changes: 0, regressions: 0, next: null, rows: [] };

/** Answers of a project with two series; returns the queries that the history was asked with. */
function aServer(history: (ids: string[]) => History): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  answer("/projects/demo/facets", FACETS);
  answer("/projects/demo/series", { total: 2, next: null, rows: [aRow(), aRow(TOKIO)] });
  answer("/projects/demo/alert-groups", NO_GROUPS);
  server.use(
    http.get(`${BASE}/projects/demo/history`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return HttpResponse.json(history(query.getAll("series")) as never);
    }),
  );
  return asked;
}

const VALUES = Array.from({ length: 60 }, (_, index) => (index < 30 ? 0.1 : 0.105));
const CHANGE = aChange({
  series: SMOL,
  commit: aCommit({ id: 31, name: "commit30", subject: "Change 30" }),
  before_n: 30,
  after_n: 30,
});

function histories(ids: string[]): History {
  const all = [
    aSeries(VALUES, { series: SMOL, changes: [CHANGE] }),
    aSeries(VALUES, { series: TOKIO }),
  ];
  return aHistory(...all.filter((one) => ids.includes(String(one.series.id))));
}

function open(search = "") {
  return renderPage(ExplorePage, "/p/$project/explore", `/p/demo/explore${search}`);
}

describe("what the explorer draws", () => {
  it("is what changed most, and a change of the drawing selects it", async () => {
    const asked = aServer(histories);
    const group = aGroup({ lead: CHANGE });
    answer("/projects/demo/alert-groups", { ...NO_GROUPS, total: 1, rows: [group] });
    const { user, router } = open();
    expect(await screen.findByText("shown: the largest changes")).toBeVisible();
    expect(asked.at(-1)?.getAll("series")).toEqual(["1"]);
    expect(router.state.location.searchStr).toBe("");
    await user.selectOptions(await screen.findByLabelText("Y axis"), "log");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?series=1&scale=log"));
    expect(screen.getByText("1 selected")).toBeVisible();
  });

  it("draws what is selected; the address says so", async () => {
    aServer(histories);
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Select series" }));
    await user.click(await screen.findByRole("checkbox", { name: /engine=smol/ }));
    expect(await screen.findByText(/4\.8.% slower \[3\.1, 6\.4\] since commit30\./)).toBeTruthy();
    expect(router.state.location.searchStr).toBe("?series=1");
    const changes = screen.getByRole("region", { name: "Changes" });
    expect(within(changes).getByText(/30 points before, 30 after/)).toBeTruthy();
  });

  it("walks the series with arrow keys and chooses with the space bar", async () => {
    aServer(histories);
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Select series" }));
    (await screen.findByRole("checkbox", { name: /engine=smol/ })).focus();
    await user.keyboard("{ArrowDown} ");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?series=2"));
  });

  it("selects all shown, folds the list, and clears the selection", async () => {
    aServer(histories);
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: "Select series" }));
    await user.click(await screen.findByRole("button", { name: "Select all 2" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?series=1&series=2"));
    expect(screen.queryByRole("checkbox", { name: /engine=smol/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Select series" }));
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });
});

describe("the explorer", () => {
  it("puts a chosen facet into the address and sends it to the server", async () => {
    aServer(histories);
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/series`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("param.engine") ?? "");
        return HttpResponse.json({ total: 1, next: null, rows: [aRow(TOKIO)] } as never);
      }),
    );
    const { user, router } = open();
    await user.click(await screen.findByRole("checkbox", { name: /^tokio/ }));
    await waitFor(() => expect(asked).toContain("tokio"));
    expect(router.state.location.searchStr).toBe("?param.engine=tokio");
  });

  it("says of an empty table what it is made of: selected series, or those that match", async () => {
    aServer(histories);
    const table = {
      rows: [],
      columns: [],
      row_total: 0,
      column_total: 0,
      cells: [],
      row_means: [],
      column_means: [],
    };
    answer("/projects/demo/pivot", { series: 0, matching: 0, table });
    open("?series=1&view=pivot");
    expect(await screen.findByText("None of the selected series has a result.")).toBeVisible();
    expect(screen.queryByText(/matches these filters/)).toBeNull();
  });

  it("keeps the strip of everything where nothing was measured in range", async () => {
    aServer(histories);
    server.use(
      http.get(`${BASE}/projects/demo/history`, ({ request }) => {
        const isPart = new URL(request.url).searchParams.has("from");
        const none = aHistory(aSeries([]));
        none.commits.id = [];
        return HttpResponse.json((isPart ? none : aHistory(aSeries(VALUES))) as never);
      }),
    );
    open("?series=1&from=7&to=8");
    expect(await screen.findByText("No results in this range.")).toBeVisible();
    expect(await screen.findByRole("slider", { name: "First commit shown" })).toBeVisible();
  });

  it("fetches the zoomed range again, and goes back to everything", async () => {
    const asked = aServer(histories);
    const { user, router } = open("?series=1");
    await user.click(await screen.findByRole("button", { name: "Zoom in" }));
    await waitFor(() => expect(asked.at(-1)?.get("from")).toMatch(/^\d{13}$/));
    const [from, to] = [15, 45].map((day) => aHistory(aSeries(VALUES)).commits.time[day]);
    expect(router.state.location.searchStr).toBe(`?series=1&from=${from}&to=${to}`);
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?series=1"));
  });

  it("goes back and forward through what was set", async () => {
    aServer(histories);
    const { user, router } = open("?series=1");
    await user.selectOptions(await screen.findByLabelText("Y axis"), "log");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?series=1&scale=log"));
    router.history.back();
    await waitFor(() => expect(screen.getByLabelText("Y axis")).toHaveProperty("value", "linear"));
    router.history.forward();
    await waitFor(() => expect(screen.getByLabelText("Y axis")).toHaveProperty("value", "log"));
  });
});

describe("ranges and scales of the explorer", () => {
  it("goes to the newest months, and offers none that would be everything", async () => {
    aServer(() =>
      aHistory(
        aSeries(
          Array.from({ length: 400 }, () => 0.1),
          { series: SMOL },
        ),
      ),
    );
    const { user, router } = open("?series=1");
    const year = await screen.findByRole("button", { name: "1 y, last year" });
    expect(screen.getByRole("button", { name: "2 y, last 2 years" })).toBeDisabled();
    await user.click(year);
    await waitFor(() => expect(year).toHaveAttribute("aria-pressed", "true"));
    expect(router.state.location.searchStr).toMatch(/from=\d{13}&to=\d{13}$/);
  });

  it("draws charts beside each other on one scale where that is asked for", async () => {
    const slow = VALUES.map((value) => value * 10);
    aServer(() => aHistory(aSeries(VALUES, { series: SMOL }), aSeries(slow, { series: TOKIO })));
    const { user, router, container } = open("?series=1&series=2&layout=multiples");
    const dots = () => container.querySelector('path[data-series="1"]')?.getAttribute("d");
    await waitFor(() => expect(dots()).toBeTruthy());
    const own = dots();
    await user.click(screen.getByRole("button", { name: "Same scale" }));
    await waitFor(() => expect(router.state.location.searchStr).toMatch(/heights=same/));
    await waitFor(() => expect(dots()).not.toBe(own));
  });
});

describe("what the explorer says of changes and percentiles", () => {
  it("names the testbed of each change where there are several, newest first", async () => {
    const lab = aLabel({ id: 2, testbed: "lab" });
    const later = aChange({ id: 2, series: lab, commit: aCommit({ id: 41, name: "commit40" }) });
    aServer(() =>
      aHistory(
        aSeries(VALUES, { series: SMOL, changes: [CHANGE] }),
        aSeries(VALUES, { series: lab, changes: [later] }),
      ),
    );
    open("?series=1&series=2&split=testbed");
    const changes = await screen.findByRole("region", { name: "Changes" });
    const rows = within(changes).getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent(/commit40.*testbed lab/);
    expect(rows[1]).toHaveTextContent(/commit30.*testbed bench-1/);
  });

  it("says what changes are judged on beside percentiles, and why some cannot be chosen", async () => {
    aServer(() => aHistory(aSeries(VALUES, { series: SMOL })));
    const { user } = open("?series=1");
    expect(await screen.findByText(/^No p99, p99\.9: no latency histogram/)).toBeVisible();
    expect(screen.queryByText("Changes are judged on the median.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "p50" }));
    expect(await screen.findByText("Changes are judged on the median.")).toBeVisible();
  });
});

describe("filters of the explorer", () => {
  it("folds parameters that only some suites have, and shows them when asked", async () => {
    aServer(histories);
    const one = [{ value: "1", count: 1 }];
    const own = ["a", "b", "c", "d", "e"].map((name) => `param.${name}`);
    answer("/projects/demo/facets", {
      total: 2,
      facets: [
        { name: "suite", choices: [...one, { value: "2", count: 1 }], total: 2 },
        ...own.map((name) => ({ name, choices: one, total: 1 })),
      ],
    });
    const { user } = renderPage(ExplorePage, "/p/$project/explore", "/p/demo/explore");
    const summary = await screen.findByText("Parameters (5)");
    const group = summary.closest("details");
    expect(group).not.toHaveAttribute("open");
    await user.click(summary);
    expect(group).toHaveAttribute("open");
    expect(group?.querySelectorAll("fieldset")).toHaveLength(5);
  });
});

describe("points and series of the explorer", () => {
  it("follows a link to a commit: zooms around it and opens its point", async () => {
    aServer(histories);
    const { router } = open("?series=1&commit=31");
    const opened = await screen.findByRole("region", { name: "Opened points" });
    expect(within(opened).getByText("Run 31 with its samples")).toBeTruthy();
    expect(router.state.location.searchStr).toMatch(
      /^\?series=1&from=\d{13}&to=\d{13}&point=1\.31$/,
    );
  });

  it("compares two points in words, with what their intervals say", async () => {
    aServer(histories);
    open("?series=1&point=1.1&point=1.60");
    const opened = await screen.findByRole("region", { name: "Opened points" });
    expect(within(opened).getByText(/5\.0.% slower/, { selector: "p span" })).toBeTruthy();
    expect(within(opened).getByText(/intervals don't overlap/)).toBeTruthy();
  });

  it("greys the other series while one is pointed at", async () => {
    aServer(histories);
    const { user, container } = open("?series=1&series=2");
    const strokeOf = (id: number) =>
      container.querySelector(`path[data-series="${id}"]`)?.getAttribute("stroke");
    await waitFor(() => expect(strokeOf(2)).toBe("var(--series-2)"));
    await user.click(screen.getByRole("button", { name: "Select series" }));
    await user.hover(await screen.findByRole("checkbox", { name: /engine=smol/ }));
    await waitFor(() => expect(strokeOf(2)).toBe("var(--series-muted)"));
    expect(strokeOf(1)).toBe("var(--series-1)");
    await user.unhover(screen.getByRole("checkbox", { name: /engine=smol/ }));
    await waitFor(() => expect(strokeOf(2)).toBe("var(--series-2)"));
  });

  it("shows the same numbers as a table, with failures", async () => {
    aServer(() => aHistory(aSeries([0.1, null], { series: SMOL, failed_at: [1] })));
    open("?series=1&view=table");
    const table = await screen.findByRole("table", { name: /Results by commit/ });
    expect(within(table).getByText("failed")).toBeTruthy();
    expect(within(table).getByText("[98, 102]", { exact: false })).toBeTruthy();
  });
});

describe("the explorer without an answer", () => {
  it("says what will be here, and the command that fills it", async () => {
    answer("/projects/demo/facets", { total: 0, facets: [] });
    answer("/projects/demo/series", { total: 0, next: null, rows: [] });
    answer("/projects/demo/alert-groups", NO_GROUPS);
    open();
    expect(await screen.findByText("No series yet.")).toBeTruthy();
    expect(screen.getByText("make demo")).toBeTruthy();
  });

  it("offers to clear filters that match nothing", async () => {
    answer("/projects/demo/facets", { total: 0, facets: [] });
    answer("/projects/demo/series", { total: 0, next: null, rows: [] });
    answer("/projects/demo/alert-groups", NO_GROUPS);
    const { router, user } = open("?suite=gone");
    const buttons = await screen.findAllByRole("button", { name: "Clear filters" });
    await user.click(buttons[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });

  it("keeps series and filters usable when only the history fails", async () => {
    aServer(histories);
    fail("/projects/demo/history", { status: 400, detail: "More than 20 series." });
    const { user } = open("?series=1");
    expect(await screen.findByText("The history could not be loaded.")).toBeTruthy();
    expect(screen.getByText(/More than 20 series\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Select series" }));
    expect(await screen.findByRole("checkbox", { name: /engine=smol/ })).toBeTruthy();
  });
});
