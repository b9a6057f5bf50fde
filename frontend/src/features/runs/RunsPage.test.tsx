import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRun } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { RunsPage } from "./RunsPage";

describe("the list of runs", () => {
  function openList(search = "") {
    answer("/projects/demo/facets", {
      total: 1,
      facets: [{ name: "testbed", choices: [{ value: "bench-2", count: 1 }], total: 1 }],
    });
    return renderPage(RunsPage, "/p/$project/runs", `/p/demo/runs${search}`);
  }

  it("says what each run found, in words", async () => {
    const imported = aRun({ id: 8, trigger: "import" });
    const rows = [aRun({ id: 9, regressions: 2, failures: 1 }), imported];
    answer("/projects/demo/runs", { total: 2, apart: 3, next: null, rows });
    openList();
    expect(await screen.findByText(/2 runs, the newest/)).toBeTruthy();
    expect(screen.getByText(/3 runs of the control benchmark apart/)).toBeTruthy();
    const row = screen.getByRole("row", { name: /^9/ });
    expect(row.textContent).toContain("2 regressions");
    expect(row.textContent).toContain("1 failure");
    expect(row.textContent).not.toContain("imported");
    expect(screen.getByRole("row", { name: /^8/ }).textContent).toContain(", imported ");
    expect(screen.getByRole("link", { name: "8" }).getAttribute("href")).toBe("/p/demo/runs/8");
  });

  it("fetches further pages and filtered lists", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/runs`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query.toString());
        const isFirst = query.get("cursor") === null;
        return HttpResponse.json({
          total: 2,
          apart: 0,
          next: isFirst ? "more" : null,
          rows: [aRun({ id: isFirst ? 9 : 8 })],
        } as never);
      }),
    );
    const { user, router } = openList();
    await user.click(await screen.findByRole("button", { name: /Show more/ }));
    expect(await screen.findByRole("link", { name: "8" })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Testbed"), "bench-2");
    await waitFor(() => expect(asked.at(-1)).toContain("testbed=bench-2"));
    expect(router.state.location.searchStr).toBe("?testbed=bench-2");
    expect(asked.at(-1)).toContain("kind=suites");
    await user.click(screen.getByLabelText("With the control benchmark"));
    await waitFor(() => expect(asked.at(-1)).toContain("kind=all"));
    expect(router.state.location.searchStr).toContain("controls=shown");
  });

  it("says what will be here", async () => {
    answer("/projects/demo/runs", { total: 0, apart: 0, next: null, rows: [] });
    openList();
    expect(await screen.findByText("No runs yet.")).toBeTruthy();
  });

  it("says what failed, and tries again", async () => {
    fail("/projects/demo/runs", { status: 503, detail: "The database is starting." });
    const { user } = openList();
    expect(await screen.findByText(/The database is starting\./)).toBeTruthy();
    answer("/projects/demo/runs", { total: 1, apart: 0, next: null, rows: [aRun({ id: 4 })] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "4" })).toBeTruthy();
  });
});
