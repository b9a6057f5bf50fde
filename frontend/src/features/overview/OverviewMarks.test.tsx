import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aGroup, anOverview, aRun, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { OverviewPage } from "./OverviewPage";

const PATH = "/projects/demo/overview";
const full = anOverview({ recent_runs: [aRun()] });
beforeEach(() => {
  answer("/projects/demo/views", []);
  answer("/projects/demo/claims", { rows: [] });
  answer("/projects/demo/references", { rows: [], left_out: 0 });
});

function show(session = aSession()) {
  answer("/session", session);
  return renderPage(OverviewPage, "/p/$project", "/p/demo");
}

describe("what is new since the last visit", () => {
  it("is told until it is marked as seen, and marks it back", async () => {
    const since = "2026-01-07T00:00:00Z";
    const marks: unknown[] = [];
    server.use(
      http.put("*/api/v1/projects/demo/seen", async ({ request }) => {
        marks.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const news = { ...anOverview().news, since, appeared: [aGroup()], appeared_total: 1, runs: 14 };
    answer(PATH, { ...full, news });
    const { user } = show();
    expect(await screen.findByRole("status")).toHaveTextContent(
      /^Since your last visit \(.+\): 1 new cause; 14 runs were measured\./,
    );
    await user.click(screen.getByRole("button", { name: "Mark as seen" }));
    await waitFor(() => expect(marks).toEqual([{ at: full.as_of }]));
    expect(localStorage.getItem("tidemark.seen.demo")).toBeNull();
  });

  it("keeps the mark of a visitor in their browser and asks by it", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("*/api/v1/projects/demo/overview", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("since"));
        return HttpResponse.json(full as never);
      }),
    );
    const { user } = show(aSession({ user: null }));
    await user.click(await screen.findByRole("button", { name: "Mark as seen" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[0]).toBeNull();
    expect(asked[1]).toBe(full.as_of);
    localStorage.clear();
  });
});

describe("pinned views, which stand above most of it", () => {
  it("draws nothing before the pinned views, which would push it down", async () => {
    let come: () => void = () => undefined;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const views = `${BASE}/projects/demo/views`;
    server.use(http.get(views, () => coming.then(() => HttpResponse.json([]))));
    const asked = vi.fn();
    server.use(
      http.get(`${BASE}${PATH}`, () => {
        asked();
        return HttpResponse.json(full);
      }),
    );
    show();
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(screen.queryByRole("heading", { level: 1 })).not.toBeInTheDocument();
    come();
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  });

  it("waits for no pinned views that fail", async () => {
    answer(PATH, full);
    fail("/projects/demo/views", { status: 503 });
    show();
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  });
});
