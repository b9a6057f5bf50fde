import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aProject, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { HomePage } from "./HomePage";

const show = () => renderPage(HomePage, "/", "/");

describe("the first page", () => {
  it("goes straight to the only project", async () => {
    answer("/session", aSession());
    const { router } = show();
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo"));
  });

  it("lists several projects", async () => {
    const projects = [aProject(), aProject({ slug: "b", name: "Second", runs: 37 })];
    answer("/session", aSession({ projects }));
    answer("/projects", projects);
    show();
    expect(await screen.findByRole("link", { name: "Second" })).toHaveAttribute("href", "/p/b");
    expect(screen.getByRole("cell", { name: "37" })).toBeVisible();
  });

  it("brings a deleted project back", async () => {
    const projects = [aProject(), aProject({ slug: "b", name: "Second" })];
    answer("/session", aSession({ projects }));
    answer("/projects", projects);
    const gone = { ...aProject({ slug: "old", name: "Old" }), id: 7, deleted_by: "Anne" };
    const when = { deleted_at: "2026-01-01T00:00:00Z", restorable_until: "2026-01-08T00:00:00Z" };
    answer("/deleted-projects", [{ ...gone, ...when }]);
    const asked: string[] = [];
    server.use(
      http.post(`${BASE}/deleted-projects/7/restore`, ({ request }) => {
        asked.push(request.url);
        return HttpResponse.json(aProject({ slug: "old" }));
      }),
    );
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Bring back old" }));
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  it("sends a visitor who sees nothing to the sign-in page", async () => {
    answer("/session", aSession({ user: null, projects: [] }));
    const { router } = show();
    await waitFor(() => expect(router.state.location.pathname).toBe("/welcome"));
  });

  it("tells an administrator without a project what will be here", async () => {
    answer("/session", aSession({ projects: [] }));
    show();
    expect(await screen.findByText("make up")).toBeVisible();
  });

  it("lets an administrator make a project with a key, and goes to its page", async () => {
    const made = aProject({ slug: "search-engine", name: "Search engine" });
    const projects = [aProject(), aProject({ slug: "b", name: "Second" })];
    answer("/session", aSession({ projects }));
    answer("/projects", projects);
    server.use(
      http.post(`${BASE}/projects`, () => HttpResponse.json(made)),
      http.post(`${BASE}/projects/search-engine/keys`, () =>
        HttpResponse.json({ id: 1, name: "first results", secret: "tdm_x" }),
      ),
    );
    const { router } = show();
    const field = await screen.findByRole("textbox", { name: /Name/ });
    await userEvent.type(field, "Search engine");
    await userEvent.click(screen.getByRole("button", { name: "Create project" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/search-engine"));
  });

  it("that fails says so", async () => {
    fail("/session", { status: 500, title: "Broken", detail: "" });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("The projects could not be loaded.");
  });
});
