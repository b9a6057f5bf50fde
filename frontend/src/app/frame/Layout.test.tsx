import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { anOverview, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { KeyboardHelp } from "./KeyboardHelp";
import { ProjectLayout } from "./Layout";

function Framed() {
  return (
    <>
      <ProjectLayout />
      <KeyboardHelp />
    </>
  );
}

const open = (address = "/p/demo") => renderPage(Framed, "/p/$project", address);

beforeEach(() => {
  answer("/session", aSession());
  answer("/projects/demo/overview", anOverview());
  answer("/projects/demo/search", {
    hits: [{ kind: "run", id: 12, title: "run 12: runtime on box", detail: "c0ffee", key: null }],
  });
});

describe("the frame of every page", () => {
  it("counts the changes that are open by cause, without those of imported history", async () => {
    const overview = anOverview();
    const history = { ...overview.open.history, groups: 2, regressions: 4 };
    answer("/projects/demo/overview", {
      ...overview,
      open: { ...overview.open, total: 5, regressions: 9, history },
    });
    const page = () => [<Framed key="frame" />, <h1 key="page">Demo</h1>];
    renderPage(page, "/p/$project", "/p/demo");
    const link = await screen.findByRole("link", { name: "Changes" });
    await waitFor(() => expect(link).toHaveAccessibleDescription("3 open changes"));
    expect(link).toHaveTextContent("3");
  });

  it("finds anything by keyboard, and goes there", async () => {
    const { user, router } = open();
    await screen.findByRole("navigation", { name: "Pages" });
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "run 12");
    expect(await screen.findByRole("option", { name: /run 12: runtime/ })).toBeVisible();
    expect(await violationsOf(document.body)).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/runs/12"));
  });

  it("goes to pages by two keys, and lists all keys", async () => {
    const { user, router } = open();
    await screen.findByRole("navigation", { name: "Pages" });
    await user.keyboard("?");
    const keys = await screen.findByRole("dialog", { name: "Keyboard" });
    expect(within(keys).getByText("Go to Ladders")).toBeVisible();
    await user.keyboard("{Escape}gl");
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo/ladders"));
  });

  it("says that a project is not there, without the pages of one", async () => {
    answer("/session", aSession({ projects: [] }));
    open();
    expect(await screen.findByRole("heading", { name: /“demo” not found/ })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
  });

  it("asks visitors of a private project to sign in, without the pages of it", async () => {
    answer("/session", aSession({ user: null, projects: [] }));
    open();
    expect(await screen.findByRole("heading", { name: "Sign in to Tidemark" })).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
  });

  it("shows visitors of a public project no page that they cannot use", async () => {
    answer("/session", aSession({ user: null }));
    open();
    const pages = await screen.findByRole("navigation", { name: "Pages" });
    await waitFor(() => expect(within(pages).queryByRole("link", { name: "Settings" })).toBeNull());
    expect(within(pages).queryByRole("link", { name: "Import" })).toBeNull();
    expect(within(pages).getByRole("link", { name: "Explore" })).toBeVisible();
    expect(within(pages).getByRole("link", { name: "Help" })).toHaveAttribute(
      "href",
      "/help/methodology",
    );
  });

  it("says how many runs projects have to who is about to choose one", async () => {
    const [known] = aSession().projects;
    if (known === undefined) throw new Error("the session knows no project");
    const other = { ...known, slug: "other", name: "Other" };
    answer("/session", aSession({ projects: [known, other] }));
    answer("/projects", [{ ...other, runs: 3 }]);
    const { user } = open();
    const choice = await screen.findByRole("combobox", { name: "Project" });
    expect(within(choice).getByRole("option", { name: "Other" })).toBeInTheDocument();
    await user.hover(choice);
    expect(
      await within(choice).findByRole("option", { name: "Other (3 runs)" }),
    ).toBeInTheDocument();
  });

  it("has every page behind “More” where the bar is short", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "More" }));
    const sheet = await screen.findByRole("dialog", { name: "More pages" });
    expect(within(sheet).getByRole("link", { name: "Ladders" })).toHaveAttribute(
      "href",
      "/p/demo/ladders",
    );
    expect(within(sheet).getByRole("link", { name: "Settings" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
  });
});
