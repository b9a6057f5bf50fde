import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { MembersPage } from "./MembersPage";

const PATH = "/projects/demo/members";
const show = () =>
  renderPage(MembersPage, "/p/$project/settings/members", "/p/demo/settings/members");
const ADA = {
  id: 3,
  name: "Ada",
  email: "ada@example.org",
  role: "triager",
  since: "2026-01-01T00:00:00Z",
};
const INVITATION = {
  id: 5,
  email: "grace@example.org",
  role: "viewer",
  invited_by: "Ada",
  created_at: "2026-01-01T00:00:00Z",
  expires_at: "2030-01-01T00:00:00Z",
};

describe("the members page", () => {
  it("lists members and open invitations", async () => {
    answer(PATH, { members: [ADA], invitations: [INVITATION] });
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 member, 1 invitation open",
    );
    const table = screen.getByRole("table", { name: "Open invitations" });
    expect(within(table).getByText("grace@example.org")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says who will be here while nobody is", async () => {
    answer(PATH, { members: [], invitations: [] });
    show();
    expect(await screen.findByText(/Nobody belongs to this project yet/)).toBeVisible();
  });

  it("that may not be read says why", async () => {
    fail(PATH, { status: 403, detail: "It takes an owner." });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("It takes an owner.");
  });

  it("shows the link of an invitation until it is hidden", async () => {
    answer(PATH, { members: [], invitations: [] });
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/invitations`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...INVITATION, path: "/join?token=abc" } as never, {
          status: 201,
        });
      }),
    );
    const { user } = show();
    await user.type(await screen.findByLabelText("E-mail address"), "grace@example.org");
    await user.selectOptions(screen.getByLabelText("As"), "owner");
    await user.click(screen.getByRole("button", { name: "Invite" }));
    expect(await screen.findByText(/\/join\?token=abc$/)).toBeVisible();
    expect(sent).toEqual([{ email: "grace@example.org", role: "owner", expires_in_days: 7 }]);
    await user.click(screen.getByRole("button", { name: "Hide" }));
    expect(screen.queryByText(/\/join\?token=abc$/)).toBeNull();
  });

  it("changes a role, and takes it back", async () => {
    answer(PATH, { members: [ADA], invitations: [] });
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}${PATH}/3`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText("Role of Ada"), "maintainer");
    await user.click(await screen.findByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(sent).toEqual([{ role: "maintainer" }, { role: "triager" }]));
  });

  it("removes a member in ten seconds, or on leaving the page", async () => {
    answer(PATH, { members: [ADA], invitations: [] });
    const removed: string[] = [];
    server.use(
      http.delete(`${BASE}${PATH}/:id`, ({ params }) => {
        removed.push(String(params.id));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Remove Ada" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await user.click(screen.getByRole("button", { name: "Remove Ada" }));
    expect(removed).toEqual([]);
    unmount();
    await waitFor(() => expect(removed).toEqual(["3"]));
  });
});
