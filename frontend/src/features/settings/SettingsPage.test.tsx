import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApiKey, NewApiKey } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession, someQuotas } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { SettingsPage } from "./SettingsPage";

const PATH = "/projects/demo/keys";
const show = () => renderPage(SettingsPage, "/p/$project/settings", "/p/demo/settings");

function aKey(part: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 1,
    name: "agent on bench-1",
    prefix: "tm_a1b2",
    scopes: ["report", "agent"],
    testbed: null,
    created_at: "2026-01-01T00:00:00Z",
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    ...part,
  };
}

beforeEach(() => {
  answer("/projects/demo", aProject());
  answer("/session", aSession());
  answer("/projects/demo/quotas", someQuotas());
});

describe("the settings page", () => {
  it("lists keys with what they may do; only usable ones can be revoked", async () => {
    const expired = aKey({ id: 2, name: "old", expires_at: "2020-01-01T00:00:00Z" });
    const revoked = aKey({ id: 3, name: "gone", revoked_at: "2026-01-02T00:00:00Z" });
    answer(PATH, [aKey(), expired, revoked]);
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("1 active API key");
    const table = screen.getByRole("table", { name: "API keys" });
    expect(within(table).getAllByRole("button", { name: /^Revoke/ })).toHaveLength(1);
    expect(within(table).getByText("expired")).toBeVisible();
    expect(within(table).getByText("revoked")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("offers everything of the project as one file", async () => {
    answer(PATH, []);
    show();
    expect(await screen.findByRole("link", { name: "Save as an archive" })).toHaveAttribute(
      "href",
      "/api/v1/projects/demo/archive",
    );
  });

  it("that may not be read says so", async () => {
    fail(PATH, { status: 403, detail: "Only administrators may see keys." });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("Only administrators may see keys.");
  });

  it("creates a key, sends what was chosen, and shows the secret until it is hidden", async () => {
    answer(PATH, []);
    const sent: NewApiKey[] = [];
    server.use(
      http.post(`${BASE}${PATH}`, async ({ request }) => {
        sent.push((await request.json()) as NewApiKey);
        expect(request.headers.get("X-Tidemark")).toBe("1");
        return HttpResponse.json(
          { ...aKey({ name: "ci" }), secret: "tm_a1b2_secret" },
          { status: 201 },
        );
      }),
    );
    const { user } = show();
    expect(await screen.findByRole("button", { name: "Create key" })).toBeDisabled();
    await user.type(screen.getByLabelText("Name"), " ci ");
    await user.click(screen.getByLabelText(/^read/));
    await user.selectOptions(screen.getByLabelText("Expires"), "90 days");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    expect(await screen.findByText("tm_a1b2_secret")).toBeVisible();
    expect(screen.getByText(/TIDEMARK_KEY=tm_a1b2_secret tidemark report/)).toBeVisible();
    expect(sent).toEqual([
      { name: "ci", scopes: ["report", "read"], testbed: null, expires_in_days: 90 },
    ]);
    await user.click(screen.getByRole("button", { name: "Hide" }));
    expect(screen.queryByText("tm_a1b2_secret")).toBeNull();
  });

  it("says why a key was not created", async () => {
    answer(PATH, []);
    const fault = {
      pointer: "/testbed",
      reason: "There is no testbed “x”.",
      remedy: "Leave it empty.",
    };
    server.use(
      http.post(`${BASE}${PATH}`, () =>
        HttpResponse.json(
          {
            type: "about:blank",
            title: "Refused",
            status: 422,
            detail: "The key is not valid.",
            faults: [fault],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = show();
    await user.type(await screen.findByLabelText("Name"), "ci");
    await user.click(screen.getByRole("button", { name: "Create key" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The key is not valid. Nothing was stored.");
    expect(alert).toHaveTextContent("/testbed There is no testbed “x”. Leave it empty.");
  });
});

describe("deleting the project", () => {
  it("needs its short name typed", async () => {
    answer(PATH, []);
    answer("/session", aSession({ projects: [aProject({ rights: ["manage members"] })] }));
    const asked: string[] = [];
    server.use(
      http.delete(`${BASE}/projects/demo`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ id: 7, slug: "demo" });
      }),
    );
    const { user, router } = show();
    const send = await screen.findByRole("button", { name: "Delete project" });
    expect(send).toBeDisabled();
    await user.type(screen.getByLabelText(/^Short name/), "demo");
    await user.click(send);
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(asked).toEqual(["?name=demo"]);
  });
});

describe("revoking a key", () => {
  it("waits before it revokes, and does nothing when that is undone", async () => {
    answer(PATH, [aKey()]);
    const revoked: string[] = [];
    server.use(
      http.delete(`${BASE}${PATH}/:id`, ({ params }) => {
        revoked.push(String(params.id));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: /^Revoke/ }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(screen.getByRole("button", { name: /^Revoke/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Revoke/ }));
    expect(revoked).toEqual([]);
    // Leaving the page carries out what waits.
    unmount();
    await waitFor(() => expect(revoked).toEqual(["1"]));
  });
});

describe("the address of the repository", () => {
  it("is stored as the server reads it, and a refused one says why", async () => {
    answer(PATH, []);
    const sent: unknown[] = [];
    server.use(
      http.patch(`${BASE}/projects/demo`, async ({ request }) => {
        sent.push(await request.json());
        const fault = {
          pointer: "/repository_url",
          reason: "it is no address",
          remedy: "give one",
        };
        return sent.length === 1
          ? HttpResponse.json({ title: "No", detail: "no", faults: [fault] } as never, {
              status: 422,
              headers: { "Content-Type": "application/problem+json" },
            })
          : HttpResponse.json(aProject({ repository_url: "https://host/o/n" }) as never);
      }),
    );
    const { user } = show();
    const field = await screen.findByLabelText("Repository URL");
    await waitFor(() => expect(field).toBeEnabled());
    await user.type(field, "host/o/n");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("it is no address: give one")).toBeVisible();
    await user.type(field, ".git");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(field).toHaveValue("https://host/o/n"));
    expect(sent).toEqual([{ repository_url: "host/o/n" }, { repository_url: "host/o/n.git" }]);
  });
});

describe("who may read the project", () => {
  it("is changed by its owners, and changed back", async () => {
    const mine = { ...aProject(), visibility: "private" as const, rights: ["manage members"] };
    answer(PATH, []);
    answer("/projects/demo", mine);
    answer("/session", { user: null, projects: [{ ...mine, slug: "demo" }] });
    const sent: unknown[] = [];
    server.use(
      http.patch(`${BASE}/projects/demo`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(mine as never);
      }),
    );
    const { user } = show();
    const choice = await screen.findByLabelText("Visibility");
    await waitFor(() => expect(choice).toBeEnabled());
    await user.selectOptions(choice, "public");
    // what other tests did may still be taken back: the newest is the last
    await screen.findByText("The project is public");
    await user.click(screen.getAllByRole("button", { name: "Undo" }).at(-1) as HTMLElement);
    await waitFor(() =>
      expect(sent).toEqual([{ visibility: "public" }, { visibility: "private" }]),
    );
  });
});
