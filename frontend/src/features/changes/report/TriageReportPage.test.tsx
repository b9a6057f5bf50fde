import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aGroup } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { TriageReportPage } from "./TriageReportPage";

it("leads from the week that is not over to the one before", async () => {
  server.use(
    http.get(`${BASE}/projects/demo/triage-report`, ({ request }) => {
      const week = new URL(request.url).searchParams.get("week") ?? "2026-W01";
      return HttpResponse.json(aReport({ week }));
    }),
  );
  const { user, router } = renderPage(
    TriageReportPage,
    "/p/$project/triage-report",
    "/p/demo/triage-report",
  );
  const before = await screen.findByRole("link", {
    name: "Week before, 2025-W52",
  });
  await user.click(before);
  expect(await screen.findByText("Week 2025-W52: no new regression.")).toBeVisible();
  expect(router.state.location.searchStr).toBe("?week=2025-W52");
  expect(screen.queryByRole("link", { name: /^Week before/ })).toBeNull();
});

it("gives four numbers and one table with shape, owner and age", async () => {
  const group = aGroup({ number: 7 });
  const report = aReport({ new: [group], better: [aGroup({ number: 8 })], markdown: "# As text" });
  server.use(http.get(`${BASE}/projects/demo/triage-report`, () => HttpResponse.json(report)));
  answer("/projects/demo/history", { commits: { id: [] }, series: [], environment: [] });
  renderPage(TriageReportPage, "/p/$project/triage-report", "/p/demo/triage-report?week=2026-W01");
  const title = "Week 2026-W01: 1 new regression.";
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  const tiles = screen.getByRole("list", { name: "At a glance" });
  expect(
    within(tiles)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual([
    "New regressions1found this week",
    "Still open0from before",
    "Closed0fixed, accepted or no change",
    "Improvements1found this week",
  ]);
  const [first, second] = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(first).toHaveTextContent(/#7.*new.*unassigned/);
  expect(second).toHaveTextContent(/#8.*improvement/);
  expect(screen.getByRole("button", { name: "Copy as Markdown" })).toBeVisible();
});

function aReport(part: object = {}) {
  const none = { new: [], found: [], ended: [], waiting: [], better: [], muted: [] };
  return { week: "2026-W01", markdown: "", ...none, ...part };
}
