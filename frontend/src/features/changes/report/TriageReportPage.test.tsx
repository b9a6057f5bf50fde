import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { BASE, HttpResponse, http, server } from "@/testing/server";
import { TriageReportPage } from "./TriageReportPage";

it("leads from the week that is not over to the one before", async () => {
  server.use(
    http.get(`${BASE}/projects/demo/triage-report`, ({ request }) => {
      const week = new URL(request.url).searchParams.get("week") ?? "2026-W01";
      return HttpResponse.json({ week, markdown: `Of ${week}` });
    }),
  );
  const { user, router } = renderPage(
    TriageReportPage,
    "/p/$project/triage-report",
    "/p/demo/triage-report",
  );
  const before = await screen.findByRole("link", {
    name: "The report of the week before, 2025-W52",
  });
  expect(screen.getByText(/^This week is not over/)).toBeVisible();
  await user.click(before);
  expect(await screen.findByText("Of 2025-W52")).toBeVisible();
  expect(router.state.location.searchStr).toBe("?week=2025-W52");
  expect(screen.queryByText(/^This week is not over/)).toBeNull();
});

it("shows the report as headings, lists and links, without its title again", async () => {
  const own = `${window.location.origin}/p/demo/alert-groups/1`;
  const markdown = `# Triage of Demo\n\n1 new.\n\n## New\n\n- [#1](${own}) **4.8 % slower**, search\n\n### Nobody\n`;
  server.use(
    http.get(`${BASE}/projects/demo/triage-report`, () =>
      HttpResponse.json({ week: "2026-W01", markdown }),
    ),
  );
  renderPage(TriageReportPage, "/p/$project/triage-report", "/p/demo/triage-report?week=2026-W01");
  expect(await screen.findByRole("heading", { level: 2, name: "New" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 3, name: "Nobody" })).toBeVisible();
  expect(screen.queryByText(/Triage of Demo/)).toBeNull();
  const link = screen.getByRole("link", { name: "#1" });
  expect(link).toHaveAttribute("href", own);
  expect(link).not.toHaveAttribute("target");
});
