import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aProject, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
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

  it("that fails says so", async () => {
    fail("/session", { status: 500, title: "Broken", detail: "" });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("The projects could not be loaded.");
  });
});
