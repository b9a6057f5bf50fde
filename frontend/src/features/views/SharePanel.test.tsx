import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession, aView } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { SharePanel } from "./SharePanel";

const ADDRESS = "/p/demo/explore?series=7&scale=log";

function Page() {
  return (
    <>
      <h1>1 series, steady</h1>
      <SharePanel project="demo" onDone={() => undefined} />
    </>
  );
}

const open = (address = ADDRESS) => renderPage(Page, "/p/$project/explore", address);

describe("sharing a page", () => {
  beforeEach(() => answer("/session", aSession()));

  it("copies the address with everything set on the page", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(globalThis.location.origin + ADDRESS);
  });

  it("makes a short link and shows it for copying", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/links`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ path: "/l/abcd2345" }, { status: 201 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Create short link" }));
    const link = await screen.findByRole<HTMLInputElement>("textbox", { name: "Short link" });
    expect(link.value).toBe(`${globalThis.location.origin}/l/abcd2345`);
    expect(sent).toEqual([{ address: ADDRESS }]);
  });

  it("keeps the page under a name, suggesting its first line", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/views`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aView({ name: "Weekly" }), { status: 201 });
      }),
    );
    const { user, container } = open();
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    await waitFor(() => expect(name.value).toBe("1 series, steady"));
    expect(await violationsOf(container)).toEqual([]);
    await user.clear(name);
    await user.type(name, "Weekly");
    await user.click(screen.getByRole("checkbox", { name: "Pin to the overview" }));
    await user.click(screen.getByRole("button", { name: "Save view" }));
    expect(await screen.findByText(/Saved as “Weekly”/)).toBeTruthy();
    expect(sent).toEqual([{ name: "Weekly", note: "", address: ADDRESS, is_pinned: true }]);
  });

  it("says that a name is taken and keeps what was written", async () => {
    server.use(
      http.post(`${BASE}/projects/demo/views`, () =>
        HttpResponse.json(
          {
            title: "Conflict",
            status: 409,
            detail: "there is a view “Weekly” already",
            faults: [],
          },
          { status: 409 },
        ),
      ),
    );
    const { user } = open();
    await user.type(await screen.findByRole("textbox", { name: "Note" }), "kept");
    await user.click(screen.getByRole("button", { name: "Save view" }));
    expect(await screen.findByText(/There is a view “Weekly” already/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Note" }).value).toBe("kept");
  });

  it("offers visitors the address only, and says why", async () => {
    answer("/session", aSession({ user: null, projects: [aProject({ rights: ["read"] })] }));
    open();
    expect(await screen.findByText(/Sign in to save this page/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Create short link" })).toBeNull();
  });

  it("offers to embed a chart, and nothing where there is none", async () => {
    const { unmount } = open();
    const link = await screen.findByRole("link", { name: "See it" });
    expect(link.getAttribute("href")).toBe("/embed/demo/explore?series=7&scale=log");
    unmount();
    open("/p/demo/explore");
    await screen.findByRole("button", { name: "Copy link" });
    expect(screen.queryByText("Embed")).toBeNull();
  });
});
