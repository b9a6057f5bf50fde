import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { NotificationsPage } from "./NotificationsPage";
import { EVERYTHING, USUAL } from "./notificationsModel";

const PATH = "/projects/demo/channels";
const LOG = "/projects/demo/deliveries";
const show = (query = "") =>
  renderPage(
    NotificationsPage,
    "/p/$project/settings/notifications",
    `/p/demo/settings/notifications${query}`,
  );
const CHANNEL = {
  id: 3,
  name: "Ops",
  kind: "slack",
  hint: "hooks.slack.com/…abcd",
  timetable: USUAL,
  paused_at: null,
  paused_by: null,
  created_by: "Ada",
  created_at: "2026-01-01T00:00:00Z",
  health: {
    waiting: 2,
    last_sent_at: null,
    failing_since: "2026-01-02T00:00:00Z",
    last_reason: "answered 500",
    dead: 1,
  },
  subscriptions: [
    {
      id: 9,
      channel_id: 3,
      selection: EVERYTHING,
      created_by: "Ada",
      created_at: "2026-01-01T00:00:00Z",
    },
  ],
};
const MESSAGE = {
  id: 7,
  message_id: "4b1e",
  channel_id: 3,
  channel: "Ops",
  channel_kind: "slack",
  kind: "news",
  state: "dead",
  news: 1,
  title: "4.8 % slower [3.1, 6.4] since 3f2a",
  attempts: 10,
  next_at: null,
  status: 500,
  reason: "answered 500",
  created_at: "2026-01-02T00:00:00Z",
  sent_at: null,
};
const OUTAGE = {
  id: 1,
  kind: "agent",
  thing_id: 1,
  name: "box",
  detail: "",
  since: "2026-01-02T00:00:00Z",
  ended_at: null,
};

function standing(rows: unknown[] = [CHANNEL], outages: unknown[] = []) {
  answer("/session", {
    user: { id: 1, name: "Ada", email: "ada@example.org", is_admin: false },
    projects: [{ slug: "demo", name: "Demo", rights: ["read", "configure"] }],
  } as never);
  answer(PATH, { rows, can_mail: true, outages });
  answer(LOG, { rows: [], total: 0, next: null });
  answer("/projects/demo/feed-token", { created_at: null, used_at: null });
}

describe("the page of notifications", () => {
  it("says how each channel does, what it is told, and what has gone quiet", async () => {
    standing([CHANNEL], [OUTAGE]);
    answer(LOG, { rows: [MESSAGE], total: 1, next: null });
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 channel; 1 cannot deliver; 1 failing or missing",
    );
    const panel = screen.getByRole("region", { name: "Ops" });
    expect(within(panel).getByText("▲ cannot deliver")).toBeVisible();
    expect(within(panel).getByText("Regressions of everything; outages")).toBeVisible();
    expect(within(panel).getByText("2 waiting, 1 given up")).toBeVisible();
    expect(screen.getByText(/Agent has gone quiet/)).toBeVisible();
    expect(await screen.findByText(MESSAGE.title)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says what will be here while nothing is", async () => {
    standing([]);
    show();
    expect(await screen.findByText("No channel yet.")).toBeVisible();
    expect(await screen.findByText("No message yet.")).toBeVisible();
  });

  it("that may not be read says why", async () => {
    fail(PATH, { status: 403, detail: "It takes a maintainer." });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("It takes a maintainer.");
  });
});

describe("on the page of notifications a person", () => {
  it("adds a channel and sees its secret until it is hidden", async () => {
    standing([]);
    const sent: unknown[] = [];
    server.use(
      http.post(`${BASE}${PATH}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...CHANNEL, secret: "whsec_abc" } as never, { status: 201 });
      }),
    );
    const { user } = show();
    const form = await screen.findByRole("form", { name: "New channel" });
    await user.selectOptions(within(form).getByLabelText("Kind"), "webhook");
    await user.type(within(form).getByLabelText("Name"), "CI");
    await user.type(within(form).getByLabelText("Address"), "https://ci.example/x");
    await user.click(within(form).getByLabelText("Quiet hours"));
    await user.click(within(form).getByRole("button", { name: "Add channel" }));
    expect(await screen.findByText("whsec_abc")).toBeVisible();
    expect(sent).toEqual([
      {
        name: "CI",
        kind: "webhook",
        address: "https://ci.example/x",
        timetable: { ...USUAL, quiet: { start: 1320, end: 420 } },
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Hide" }));
    expect(screen.queryByText("whsec_abc")).toBeNull();
  });

  it("sees what a subscription would have sent before it is saved", async () => {
    standing();
    const asked: { selection: typeof EVERYTHING }[] = [];
    const saved: unknown[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/subscription-previews`, async ({ request }) => {
        asked.push((await request.json()) as never);
        const messages = asked.at(-1)?.selection.filters.suite.length === 0 ? 7 : 3;
        return HttpResponse.json({
          since: "2026-01-01T00:00:00Z",
          messages,
          news: messages,
          groups: [],
          groups_total: messages,
        } as never);
      }),
      http.put(`${BASE}${PATH}/3/subscriptions/9`, async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json({} as never);
      }),
    );
    const { user, router } = show();
    await user.click(await screen.findByRole("button", { name: /^Change: Regressions/ }));
    expect(router.state.location.search).toEqual({ editing: "9" });
    expect(await screen.findByText(/would have sent 7 messages/)).toBeVisible();
    await user.type(screen.getByLabelText("Only suite"), "runtime, ");
    expect(await screen.findByText(/would have sent 3 messages/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(saved).toEqual([
        { ...EVERYTHING, filters: { ...EVERYTHING.filters, suite: ["runtime"] } },
      ]),
    );
  });
});

describe("with ten seconds to think again a person", () => {
  it("removes a channel at once, and brings it back", async () => {
    standing();
    const done: string[] = [];
    server.use(
      http.delete(`${BASE}${PATH}/3`, () => {
        done.push("removed");
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${BASE}${PATH}/3/restore`, () => {
        done.push("restored");
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Remove Ops" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(done).toEqual(["removed", "restored"]));
  });

  it("sends again what was given up", async () => {
    standing();
    answer(LOG, { rows: [MESSAGE], total: 1, next: null });
    const again: string[] = [];
    server.use(
      http.post(`${BASE}${LOG}/:id/again`, ({ params }) => {
        again.push(String(params.id));
        return HttpResponse.json({ ...MESSAGE, state: "waiting" } as never, { status: 202 });
      }),
    );
    const { user } = show("?state=dead");
    await user.click(await screen.findByRole("button", { name: /^Send again/ }));
    await waitFor(() => expect(again).toEqual(["7"]));
  });
});
