import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aLabel } from "@/testing/builders";
import { aComparison, aRow, columnsOf } from "@/testing/compareBuilders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { ComparePage } from "./ComparePage";

const ASKED = "?baseline=run:1&contender=run:2";
const CHANGED = aRow({ series: aLabel({ id: 1, benchmark: "search", parameters: { n: 4 } }) });
const OTHERS = [2, 3].map((id) =>
  aRow({ series: aLabel({ id, benchmark: "sort", parameters: { n: id } }), verdict: "same" }),
);
const ALL = [CHANGED, ...OTHERS];

/** What was asked for, "changed" or "all", in order. */
let asked: (string | null)[] = [];

/** Answers as a server does whose comparison is too large to be sent whole. */
function answerInParts(): void {
  const counts = { ...aComparison().counts, same: OTHERS.length };
  const whole = aComparison({ rows: ALL, counts });
  server.use(
    http.get(`${BASE}/projects/demo/comparison`, ({ request }) => {
      const rows = new URL(request.url).searchParams.get("rows");
      asked.push(rows);
      const part = { ...whole, folded: OTHERS.length, columns: columnsOf([CHANGED]) };
      return HttpResponse.json((rows === "changed" ? part : whole) as never);
    }),
  );
}

function open(search = ASKED) {
  return renderPage(ComparePage, "/p/$project/compare", `/p/demo/compare${search}`);
}

beforeEach(() => {
  asked = [];
  answer("/projects/demo/comparison/sides", { sides: [] });
  answer("/projects/demo/runs", { rows: [], total: 0, next: null });
  answer("/projects/demo/facets", { total: 0, facets: [] });
  answerInParts();
});

describe("a comparison too large to be sent whole", () => {
  it("shows what changed, named in full, and how many rows there are", async () => {
    open();
    expect(await screen.findByRole("row", { name: /search n=4/ })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Worst: search n=4");
    expect(screen.getByText("3 rows")).toBeVisible();
    expect(screen.queryByRole("searchbox", { name: "Search" })).toBeNull();
    expect(asked).toEqual(["changed"]);
  });

  it("asks for the other rows when somebody wants to see them", async () => {
    const { user, router } = open();
    await user.click(
      await screen.findByRole("button", { name: "Show 2 inconclusive or unchanged" }),
    );
    expect(await screen.findAllByRole("row", { name: /of sort/ })).toHaveLength(2);
    expect(router.state.location.searchStr).toBe(`${ASKED}&rows=all`);
    expect(asked).toEqual(["changed", "all"]);
  });

  it("filters, searches and groups all rows, and keeps them when a choice is taken back", async () => {
    const { user } = open();
    await user.click(
      await screen.findByRole("button", { name: "Filter, search or group all rows" }),
    );
    const search = await screen.findByRole("searchbox", { name: "Search" });
    const first = screen.getAllByRole("checkbox")[0];
    expect(first, "the button is gone: the keyboard goes on where it stood").toHaveFocus();
    expect(screen.getByRole("checkbox", { name: /unchanged/ })).toHaveAccessibleName(/2/);
    await user.type(search, "sort");
    expect(await screen.findAllByRole("row", { name: /of sort/ })).toHaveLength(2);
    await user.clear(search);
    await screen.findByRole("row", { name: /of search/ });
    expect(screen.getByRole("searchbox", { name: "Search" })).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Group by"), "benchmark");
    expect(await screen.findByRole("row", { name: /sort 2 rows/ })).toBeVisible();
    expect(asked).toEqual(["changed", "all"]);
  });

  it("sorts all rows, not only those that changed", async () => {
    const { user } = open();
    const table = await screen.findByRole("table", { name: /Results of both sides/ });
    await user.click(within(table).getByRole("button", { name: /^Result/ }));
    await waitFor(() => expect(screen.getAllByRole("row", { name: /of sort/ })).toHaveLength(2));
  });

  it("opens an address with filters on all rows that pass them", async () => {
    open(`${ASKED}&param.n=3`);
    expect(await screen.findByRole("row", { name: /of sort/ })).toBeVisible();
    expect(screen.getByText("1 of 3 rows")).toBeVisible();
  });

  it("says that all rows could not be loaded, and offers to try again", async () => {
    const { user } = open();
    const button = await screen.findByRole("button", { name: "Filter, search or group all rows" });
    server.use(
      http.get(
        `${BASE}/projects/demo/comparison`,
        () => HttpResponse.json({ title: "Error", status: 500 }, { status: 500 }),
        { once: true },
      ),
    );
    await user.click(button);
    expect(await screen.findByText("All rows could not be loaded.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /again/i }));
    expect(await screen.findByRole("searchbox", { name: "Search" })).toBeVisible();
  });
});
