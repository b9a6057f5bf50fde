import { screen, waitFor } from "@testing-library/react";
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

const OPEN = {
  id: 7,
  testbed: "lab",
  asked_by: "Ada",
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 20 * 60_000).toISOString(),
};
const USED = "enrolment token 7 was used";

describe("adding a machine", () => {
  it("makes a token for the testbed and shows the one line that uses it", async () => {
    answer("/session", aSession());
    answer("/projects/demo/enrolments", []);
    const asked: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/enrolments`, async ({ request }) => {
        asked.push(await request.json());
        const expires_at = new Date(Date.now() + 30 * 60_000).toISOString();
        return HttpResponse.json({ id: 1, token: "tde_1", expires_at }, { status: 201 });
      }),
    );
    show();
    await userEvent.type(await screen.findByLabelText("Testbed"), "lab");
    await userEvent.click(screen.getByRole("button", { name: "Add a machine" }));
    expect(await screen.findByText(/tidemark-agent enrol \S+ tde_1 && /)).toBeVisible();
    expect(screen.getByText(/It works once and expires/)).toHaveTextContent("in 30 min");
    expect(asked).toEqual([{ testbed: "lab" }]);
  });

  it("lists the tokens that are open, and withdraws one", async () => {
    answer("/session", aSession());
    let open = [OPEN];
    server.use(
      http.get(`${BASE}/projects/demo/enrolments`, () => HttpResponse.json(open)),
      http.delete(`${BASE}/projects/demo/enrolments/7`, () => {
        open = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    show();
    expect(await screen.findByRole("row", { name: /lab Ada in 20 min/ })).toBeVisible();
    expect(screen.getByRole("heading", { name: /^Open tokens/ })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /^Withdraw the token/ }));
    await waitFor(() => expect(screen.queryByText(/Open tokens/)).toBeNull());
  });

  it("says why a token could not be withdrawn", async () => {
    answer("/session", aSession());
    answer("/projects/demo/enrolments", [OPEN]);
    server.use(
      http.delete(`${BASE}/projects/demo/enrolments/7`, () =>
        HttpResponse.json(
          { type: "about:blank", title: "Conflict", status: 409, detail: USED, faults: [] },
          { status: 409 },
        ),
      ),
    );
    show();
    await userEvent.click(await screen.findByRole("button", { name: /^Withdraw the token/ }));
    expect(await screen.findByText(/token 7 was used/)).toBeVisible();
  });

  it("is for those who may manage keys", async () => {
    answer("/session", aSession({ projects: [] }));
    show();
    expect(await screen.findByText(/Ask a maintainer/)).toBeVisible();
  });
});
