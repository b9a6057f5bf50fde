import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aSession, aView } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { ViewsPage } from "./ViewsPage";

const PATH = "/projects/demo/views";
const open = (query = "") => renderPage(ViewsPage, "/p/$project/views", `/p/demo/views${query}`);

/** Keeps what was sent, and answers with a view. */
function listen() {
  const sent: unknown[] = [];
  server.use(
    http.patch(`${BASE}${PATH}/:id`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(aView());
    }),
    http.delete(`${BASE}${PATH}/:id`, ({ params }) => {
      sent.push(`removed ${params.id}`);
      return HttpResponse.json(aView());
    }),
  );
  return sent;
}

describe("the saved views", () => {
  beforeEach(() => answer("/session", aSession()));

  it("are listed with note, page and author, each one click away", async () => {
    answer(PATH, [aView({ note: "for Mondays" }), aView({ id: 2, name: "CI", page: "Compare" })]);
    const { user, router, container } = open();
    expect(await screen.findByText("2 saved views, none pinned to the overview.")).toBeTruthy();
    expect(screen.getByText("for Mondays")).toBeTruthy();
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("link", { name: "Allocator, both boxes" }));
    expect(router.state.location.searchStr).toBe("?series=1&series=2");
  });

  it("say what will be here while there is none", async () => {
    answer(PATH, []);
    open();
    expect(await screen.findByText("No view saved yet.")).toBeTruthy();
    expect(screen.getByText(/Pinned views stand on the overview/)).toBeTruthy();
  });

  it("are searched, with the words in the address", async () => {
    answer(PATH, [aView(), aView({ id: 2, name: "CI" })]);
    const { user, router } = open("?text=ci");
    expect(await screen.findByRole("link", { name: "CI" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Allocator/ })).toBeNull();
    await user.type(screen.getByLabelText("Search"), "x");
    expect(await screen.findByText("No view has all these words.")).toBeTruthy();
    expect(router.state.location.searchStr).toBe("?text=cix");
  });

  it("are pinned by their box", async () => {
    answer(PATH, [aView()]);
    const sent = listen();
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /Pin Allocator/ }));
    await waitFor(() => expect(sent).toEqual([{ is_pinned: true }]));
  });

  it("are renamed in their row, which the address remembers", async () => {
    answer(PATH, [aView()]);
    const sent = listen();
    const { user, router } = open();
    await user.click(await screen.findByRole("button", { name: /Rename Allocator/ }));
    expect(router.state.location.searchStr).toBe("?edit=1");
    const name = screen.getByLabelText("Name");
    await user.clear(name);
    await user.type(name, "Daily");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toEqual([{ name: "Daily", note: "" }]));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });

  it("keep what is being typed while another one is pinned", async () => {
    answer(PATH, [aView(), aView({ id: 2, name: "CI" })]);
    const sent = listen();
    const { user } = open("?edit=1");
    await user.type(await screen.findByLabelText("Name"), " again");
    await user.click(screen.getByRole("checkbox", { name: /Pin CI/ }));
    await waitFor(() => expect(sent).toEqual([{ is_pinned: true }]));
    expect(screen.getByLabelText("Name")).toHaveValue("Allocator, both boxes again");
  });

  it("are removed at once, and brought back by Undo", async () => {
    answer(PATH, [aView()]);
    const sent = listen();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /Remove Allocator/ }));
    expect(await screen.findByText(/“Allocator, both boxes” removed/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent).toEqual(["removed 1", { is_removed: false }]));
  });

  it("say what failed", async () => {
    fail(PATH, { status: 503, detail: "The database is starting." });
    open();
    expect(await screen.findByText("The views could not be loaded.")).toBeTruthy();
  });
});
