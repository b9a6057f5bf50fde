import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AuditEvent } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { AuditPage } from "./AuditPage";
import { differencesOf, queryOf } from "./auditModel";
import { auditCodec, NO_FILTER } from "./auditUrl";

const PATH = "/projects/demo/audit";
const PLACE = "/p/$project/settings/audit";
const show = (query = "") => renderPage(AuditPage, PLACE, `/p/demo/settings/audit${query}`);

function anEvent(part: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: 7,
    at: "2026-01-01T00:00:00Z",
    who: "person",
    who_name: "Ada",
    verb: "changed",
    noun: "project",
    thing: "demo",
    name: "Demo",
    before: { visibility: "private" },
    after: { visibility: "public" },
    address: "192.0.2.1",
    ...part,
  };
}

const pageOf = (rows: AuditEvent[]) => ({
  rows,
  total: rows.length,
  next: null,
  nouns: ["API key", "project"],
  kept_days: 400,
});

describe("the audit trail", () => {
  it("says who did what from where, and what it was before", async () => {
    answer(PATH, pageOf([anEvent()]));
    const { container } = show();
    const row = within(await screen.findByRole("table")).getAllByRole("row")[1];
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("1 event");
    expect(row).toHaveTextContent("Ada");
    expect(row).toHaveTextContent("changed project Demo");
    expect(row).toHaveTextContent("visibility: private public");
    expect(row).toHaveTextContent("192.0.2.1");
    expect(screen.getByText(/kept for 400 days/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("asks for what the address names, and offers it as a file", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}${PATH}`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(pageOf([]) as never);
      }),
    );
    const { user } = show("?noun=project&since=2026-01-02");
    expect(await screen.findByText("No event matches these filters.")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("By"), "an API key");
    const wanted = "kind=key&noun=project&since=2026-01-02T00:00:00Z";
    await waitFor(() => expect(decodeURIComponent(asked.at(-1) ?? "")).toContain(wanted));
    const file = screen.getByRole("link", { name: "Save as CSV" }).getAttribute("href") ?? "";
    expect(file).toContain("/api/v1/projects/demo/audit.csv?kind=key&noun=project");
  });

  it("says what will be here while nothing is, and why it cannot be read", async () => {
    answer(PATH, pageOf([]));
    const { unmount } = show();
    expect(await screen.findByText(/Whatever is written in this project/)).toBeVisible();
    unmount();
    fail(PATH, { status: 403, detail: "It takes an owner." });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("It takes an owner.");
  });

  it("takes a last day whole, and no day that is none", () => {
    const state = auditCodec.parse({ until: "2026-01-31", since: "2026-13-01", kind: "elf" });
    expect(state).toEqual({ ...NO_FILTER, until: "2026-01-31" });
    expect(queryOf(state)).toEqual({ until: "2026-02-01T00:00:00.000Z" });
    expect(auditCodec.format(state)).toEqual({ until: "2026-01-31" });
  });

  it("tells what was made from what was changed", () => {
    const made = anEvent({ before: {}, after: { is_pinned: true, testbed: null } });
    expect(differencesOf(made)).toEqual([
      { name: "is pinned", before: null, after: "yes" },
      { name: "testbed", before: null, after: "none" },
    ]);
  });
});
