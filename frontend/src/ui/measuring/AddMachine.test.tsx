import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { AddMachine } from "./AddMachine";

function Shown() {
  return <AddMachine project="demo" />;
}

const show = () => renderPage(Shown, "/p/$project/machines", "/p/demo/machines");

describe("adding a machine", () => {
  it("makes a token for the testbed and shows the one line that uses it", async () => {
    answer("/session", aSession());
    const asked: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/enrolments`, async ({ request }) => {
        asked.push(await request.json());
        const expires_at = new Date(Date.now() + 30 * 60_000).toISOString();
        return HttpResponse.json({ token: "tde_1", expires_at }, { status: 201 });
      }),
    );
    show();
    await userEvent.type(await screen.findByLabelText("Testbed"), "lab");
    await userEvent.click(screen.getByRole("button", { name: "Add a machine" }));
    expect(await screen.findByText(/tidemark-agent enrol \S+ tde_1 && /)).toBeVisible();
    expect(screen.getByText(/It works once and expires/)).toHaveTextContent("in 30 min");
    expect(asked).toEqual([{ testbed: "lab" }]);
  });

  it("is for those who may manage keys", async () => {
    answer("/session", aSession({ projects: [] }));
    show();
    expect(await screen.findByText(/Ask a maintainer/)).toBeVisible();
  });
});
