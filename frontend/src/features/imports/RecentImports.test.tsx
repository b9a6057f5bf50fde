import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ListedImport } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { BASE, HttpResponse, http, server } from "@/testing/server";
import { ImportPage } from "./ImportPage";

const LIST = `${BASE}/projects/demo/imports/addresses`;
const running: ListedImport = {
  id: 4,
  address: "https://tracker.example/lnt",
  state: "walking",
  dry_run: false,
  pages: 3,
  known_pages: 9,
  author: "Ada",
  created_at: "2026-05-01T00:00:00Z",
  finished_at: null,
  results: 0,
  questions: 0,
  error: "",
};
const ended = { ...running, id: 3, state: "done", finished_at: "2026-05-01T01:00:00Z" } as const;

describe("imports from addresses", () => {
  it("are listed when the page is opened, and the one that runs can be cancelled", async () => {
    let rows: ListedImport[] = [
      running,
      { ...ended, results: 12 },
      { ...ended, id: 2, questions: 2 },
    ];
    server.use(
      http.get(LIST, () => HttpResponse.json(rows)),
      http.delete(`${LIST}/4`, () => {
        const stopped = { ...ended, id: 4, state: "failed", error: "it was cancelled" } as const;
        rows = [stopped, ...rows.slice(1)];
        return HttpResponse.json(stopped);
      }),
    );
    const { user, container } = renderPage(ImportPage, "/p/$project/import", "/p/demo/import");
    const table = await screen.findByRole("table", { name: "Imports from addresses" });
    expect(within(table).getByRole("status")).toHaveTextContent("3 of 9 pages fetched");
    expect(within(table).getByText("12 results read.")).toBeVisible();
    expect(within(table).getByText("It asked 2 questions; nothing was stored.")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
    await user.click(within(table).getByRole("button", { name: /^Cancel the import from/ }));
    expect(await within(table).findByText(/it was cancelled/)).toBeVisible();
    expect(within(table).queryByRole("button")).toBeNull();
  });
});
