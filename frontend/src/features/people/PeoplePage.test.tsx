import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Person } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { PeoplePage } from "./PeoplePage";

const ADA: Person = {
  id: 3,
  name: "Ada",
  email: "ada@example.org",
  is_admin: false,
  is_proven: false,
  has_password: true,
  has_provider: false,
  disabled_at: null,
  created_at: "2026-01-01T00:00:00Z",
  seen_at: null,
  sessions: 2,
  keys: 1,
  roles: [{ slug: "demo", project: "Demo", role: "triager" }],
};
const show = (rows: Person[] = [ADA]) => {
  answer("/people", { rows, total: rows.length, next: null });
  return renderPage(PeoplePage, "/people", "/people");
};

describe("the people page", () => {
  it("says who may come in, how, and as what", async () => {
    const { container } = show([ADA, { ...ADA, id: 4, name: "Bob", is_admin: true }]);
    expect(await screen.findByRole("heading", { name: "2 accounts" })).toBeVisible();
    const row = (await screen.findAllByRole("row"))[1] as HTMLElement;
    expect(row).toHaveTextContent("enabled, address unproven");
    expect(row).toHaveTextContent("triager of Demo");
    expect(row).toHaveTextContent("never");
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says what disabling does before it is done, and why it was not done", async () => {
    const asked: string[] = [];
    server.use(
      http.put(`${BASE}/people/3/disabling`, () => {
        asked.push("disabled");
        return HttpResponse.json(
          {
            type: "about:blank",
            title: "No",
            status: 409,
            detail: "The only one.",
            faults: [],
          } as never,
          { status: 409 },
        );
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Change Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Disable the account" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("2 sessions and every unused link end at once");
    expect(dialog).toHaveTextContent("1 API key that they made stop");
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Disable the account" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("The only one.");
    await user.click(within(dialog).getByRole("button", { name: "Leave it as it is" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shows a link to a new password once", async () => {
    server.use(
      http.post(`${BASE}/people/3/password-links`, () =>
        HttpResponse.json(
          {
            email: ADA.email,
            path: "/reset?token=abc",
            expires_at: "2030-01-01T00:00:00Z",
          } as never,
          { status: 201 },
        ),
      ),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Change Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: /password link/ }));
    await user.click(await screen.findByRole("button", { name: "Create link" }));
    expect(await screen.findByText(/\/reset\?token=abc$/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText(/\/reset\?token=abc$/)).toBeNull());
  });

  it("says so where nobody fits, and why it may not be read", async () => {
    const { unmount } = show([]);
    expect(await screen.findByText("Nobody fits.")).toBeVisible();
    unmount();
    fail("/people", { status: 403, detail: "This needs an administrator" });
    renderPage(PeoplePage, "/people", "/people");
    expect(await screen.findByRole("alert")).toHaveTextContent("This needs an administrator");
  });
});
