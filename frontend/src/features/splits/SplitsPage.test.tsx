import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { aSplitRow } from "@/testing/splitBuilders";
import { SplitsPage } from "./SplitsPage";

const PATH = "/p/$project/splits";

function show(address = "/p/demo/splits") {
  return renderPage(SplitsPage, PATH, address);
}

beforeEach(() => {
  answer("/session", aSession());
  answer("/projects/demo/facets", { total: 0, facets: [] });
  answer("/projects/demo/splits", { rows: [aSplitRow()], total: 1, next: null });
});

describe("the list of splits", () => {
  it("says of each what it does and comes to, and links to its page", async () => {
    const { container } = show();
    const link = await screen.findByRole("link", { name: /random_mixed 5.4 % lower/ });
    expect(link).toHaveAttribute("href", "/p/demo/splits/3");
    expect(screen.getByText("net loss")).toBeVisible();
    const { losses, gains } = aSplitRow();
    const bars = screen.getByRole("img", { name: new RegExp(`^${losses} worse, ${gains} better`) });
    expect(bars).toBeVisible();
    expect(screen.getByText("found by Tidemark", { selector: "span" })).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("keeps its filters in the address and asks with them", async () => {
    const { user, router } = show();
    await user.selectOptions(await screen.findByRole("combobox", { name: "State" }), "rejected");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?state=rejected"));
  });

  it("says what will be here where nothing is", async () => {
    answer("/projects/demo/splits", { rows: [], total: 0, next: null });
    show("/p/demo/splits?state=all");
    expect(await screen.findByText("No split yet.")).toBeVisible();
  });

  it("takes a published table after asking what its columns are", async () => {
    const column = { head: "a_ms", name: "a", unit: "s", role: "lower" };
    const sent: URLSearchParams[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/splits/tables`, () =>
        HttpResponse.json({ layout: "alternatives", columns: [column], rows: ["x = 1", "x = 2"] }),
      ),
      http.post(`${BASE}/projects/demo/splits/published`, ({ request }) => {
        sent.push(new URL(request.url).searchParams);
        return HttpResponse.json({ id: 9, is_new: true }, { status: 201 });
      }),
    );
    const { user, router } = show("/p/demo/splits?add=table");
    const file = new File(["x\ta_ms\n1\t2\n2\t3\n"], "table.tsv", { type: "text/plain" });
    await user.upload(await screen.findByLabelText("Table (TSV, CSV or JSON)"), file);
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "x = 2");
    await user.selectOptions(screen.getByRole("combobox", { name: /a_ms/ }), "cost lower");
    await user.click(screen.getByRole("button", { name: "Save split" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/splits/9"));
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      name: "x = 2",
      baseline: "0",
      contender: "1",
      "column.a_ms": "cost lower",
    });
  });
});
