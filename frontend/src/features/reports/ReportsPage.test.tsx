import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ReportStatus } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ReportsPage } from "./ReportsPage";

const PATH = "/projects/demo/reports";
const show = () => renderPage(ReportsPage, "/p/$project/reports", "/p/demo/reports");

const unread: ReportStatus = {
  id: "0e6f1d9a-1111-4222-8333-123456789abc",
  state: "failed",
  url: "/api/v1/projects/demo/reports/0e6f1d9a-1111-4222-8333-123456789abc",
  received_at: "2026-01-08T12:30:00Z",
  ingested_at: null,
  run_id: null,
  faults: [
    {
      pointer: "/results/3/histogram",
      reason: "is not an HDR histogram",
      remedy: "Encode it as hdr-v2.",
    },
  ],
};

describe("reports that could not be read", () => {
  it("names place, reason and remedy of every fault", async () => {
    answer(PATH, { total: 60, rows: [unread] });
    const { container } = show();
    expect(await screen.findByText("60 reports could not be read")).toBeVisible();
    expect(screen.getByText("/results/3/histogram")).toBeVisible();
    expect(screen.getByText(/Is not an HDR histogram\. Encode it as hdr-v2\./)).toBeVisible();
    expect(screen.getByText("The newest 1 are shown, 59 older are not.")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("has one read again whose cause is mended", async () => {
    const asked: string[] = [];
    answer("/session", aSession({ projects: [aProject({ rights: ["read", "configure"] })] }));
    answer(PATH, { total: 1, rows: [unread] });
    server.use(
      http.post(`${BASE}${PATH}/:id/again`, ({ params }) => {
        asked.push(String(params.id));
        answer(PATH, { total: 0, rows: [] });
        return HttpResponse.json({ ...unread, state: "accepted", faults: [] }, { status: 202 });
      }),
    );
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Read again" }));
    await waitFor(() => expect(asked).toEqual([unread.id]));
    expect(await screen.findByText("Every report was read")).toBeVisible();
  });

  it("offers readers no button that they may not press", async () => {
    answer("/session", aSession({ projects: [aProject({ rights: ["read"] })] }));
    answer(PATH, { total: 1, rows: [unread] });
    show();
    expect(await screen.findByText("/results/3/histogram")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Read again" })).toBeNull();
  });

  it("says that there is none", async () => {
    answer(PATH, { total: 0, rows: [] });
    show();
    expect(await screen.findByText("Every report was read")).toBeVisible();
  });

  it("says when they cannot be loaded", async () => {
    fail(PATH, { status: 503, detail: "the database does not answer" });
    show();
    expect(await screen.findByText("The reports could not be loaded.")).toBeVisible();
  });
});
