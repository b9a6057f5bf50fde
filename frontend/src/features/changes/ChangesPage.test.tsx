import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aChange, aCommit, aHistory, aLabel, aSeries } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ChangesPage } from "./ChangesPage";

function open(search = "") {
  answer("/projects/demo/facets", {
    total: 1,
    facets: [{ name: "suite", choices: [{ value: "runtime-rust", count: 1 }], total: 1 }],
  });
  answer("/projects/demo/history", aHistory(aSeries([0.1, 0.1048])));
  return renderPage(ChangesPage, "/p/$project/changes", `/p/demo/changes${search}`);
}

const SMALL = aChange({ id: 1, commit: aCommit({ id: 2 }) });
const LARGE = aChange({ id: 2, ratio: 0.4, low: 0.38, high: 0.42, verdict: "improvement" });

describe("the list of changes", () => {
  it("tells each change in words and leads to its place in the explorer", async () => {
    answer("/projects/demo/changes", { total: 1, next: null, rows: [SMALL] });
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "1 open change." })).toBeTruthy();
    expect(screen.getByText(/4\.8.% slower \[3\.1, 6\.4\]/)).toBeTruthy();
    expect(
      screen.getByText(/30 points before, 12 after\. Most likely this commit \(95 %\)\./),
    ).toBeTruthy();
    const link = screen.getByRole("link", { name: /Open in the explorer/ });
    expect(link.getAttribute("href")).toBe("/p/demo/explore?series=1&commit=2");
    expect(await within(link).findByRole("img", { name: /History of search/ })).toBeTruthy();
  });

  it("sends filters to the server and keeps them in the address", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/changes`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.toString());
        return HttpResponse.json({ total: 1, next: null, rows: [SMALL] } as never);
      }),
    );
    const { user, router } = open();
    await waitFor(() => expect(asked.at(-1)).toBe("state=open&limit=50"));
    await user.selectOptions(await screen.findByLabelText("Verdict"), "regression");
    await waitFor(() => expect(asked.at(-1)).toBe("state=open&verdict=regression&limit=50"));
    await user.selectOptions(screen.getByLabelText("State"), "all");
    await waitFor(() => expect(asked.at(-1)).toBe("state=all&verdict=regression&limit=50"));
    expect(router.state.location.searchStr).toBe("?state=all&verdict=regression");
  });

  it("puts the largest first when asked, and says among how many", async () => {
    answer("/projects/demo/changes", { total: 9, next: "more", rows: [SMALL, LARGE] });
    open("?order=largest");
    const effects = await screen.findAllByText(/slower|faster/);
    expect(effects[0]?.textContent).toMatch(/2\.50× faster/);
    expect(screen.getByText("2 of 9 shown; sorted among those.")).toBeTruthy();
  });

  it("draws the words of a change without its line when histories fail", async () => {
    answer("/projects/demo/changes", { total: 1, next: null, rows: [SMALL] });
    open();
    fail("/projects/demo/history", { status: 500 });
    expect(await screen.findByText(/4\.8.% slower/)).toBeTruthy();
    expect(screen.getByRole("link", { name: /Open in the explorer/ })).toBeTruthy();
  });

  it("offers every change where no open one matches", async () => {
    answer("/projects/demo/changes", { total: 0, next: null, rows: [] });
    const { user, router } = open("?suite=runtime-rust&verdict=regression");
    expect(await screen.findByText("No open regression.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show every change" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?state=all"));
  });

  it("says what failed", async () => {
    fail("/projects/demo/changes", { status: 503, detail: "The database is starting." });
    open();
    expect(await screen.findByText("The changes could not be loaded.")).toBeTruthy();
  });

  it("greys what is no longer open", async () => {
    const refuted = aChange({ series: aLabel(), state: "refuted" });
    answer("/projects/demo/changes", { total: 1, next: null, rows: [refuted] });
    open("?state=refuted");
    const effect = await screen.findByText(/4\.8.% slower/);
    expect(effect.className).toContain("unresolved");
  });
});
