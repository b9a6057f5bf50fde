import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { AccountPage } from "./AccountPage";
import { deviceText } from "./accountModel";
import { ResetPage } from "./ResetPage";
import { SignInPage } from "./SignInPage";

const NOBODY = aSession({ user: null, projects: [] });
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
const HERE = {
  id: 1,
  device: { user_agent: FIREFOX, address: "192.0.2.7" },
  created_at: "2026-01-01T00:00:00Z",
  seen_at: "2026-01-01T00:00:00Z",
  expires_at: "2030-01-01T00:00:00Z",
  is_this: true,
};
const THERE = { ...HERE, id: 2, device: { user_agent: PHONE, address: "" }, is_this: false };

function taking(method: "post" | "delete", path: string, status: number): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http[method](`${BASE}${path}`, async ({ request }) => {
      sent.push(method === "post" ? await request.json() : request.url.split("/").at(-1));
      return status === 202
        ? HttpResponse.json(null as never, { status })
        : new HttpResponse(null, { status });
    }),
  );
  return sent;
}

describe("one's own sessions", () => {
  it("are listed with the one that asks, and ended one by one or all others", async () => {
    answer("/session", aSession());
    answer("/account/sessions", { rows: [HERE, THERE] });
    const one = taking("delete", "/account/sessions/2", 204);
    const all = taking("delete", "/account/sessions", 204);
    const { user, container } = renderPage(AccountPage, "/account", "/account");
    expect(await screen.findByText("Firefox on Linux")).toBeVisible();
    expect(screen.getByText("this one")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "End the session in Chrome on Android" }));
    await waitFor(() => expect(one).toEqual(["2"]));
    await user.click(screen.getByRole("button", { name: "End all other sessions" }));
    await waitFor(() => expect(all).toEqual(["sessions"]));
  });

  it("are named as browsers name themselves where we do not know them", () => {
    expect(deviceText("curl/8.5")).toBe("curl/8.5");
    expect(deviceText("")).toBe("unknown");
  });
});

describe("a forgotten password", () => {
  it("is asked for by mail, and nobody learns whether the address is known", async () => {
    answer("/session", { ...NOBODY, sends_mail: true });
    const sent = taking("post", "/password-links/requests", 202);
    const { user, container } = renderPage(SignInPage, "/welcome", "/welcome");
    await user.click(await screen.findByText("Forgot your password?"));
    await user.type(screen.getByLabelText("Address of the account"), "ada@example.org");
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Send a link" }));
    expect(await screen.findByText(/If ada@example.org has an account/)).toBeVisible();
    expect(sent).toEqual([{ email: "ada@example.org" }]);
  });

  it("is asked of an administrator where no mail is sent", async () => {
    answer("/session", NOBODY);
    renderPage(SignInPage, "/welcome", "/welcome");
    expect(await screen.findByText(/An administrator can create a reset link/)).toBeVisible();
    expect(screen.queryByText("Forgot your password?")).toBeNull();
  });

  it("is set by a link", async () => {
    answer("/session", NOBODY);
    server.use(
      http.post(`${BASE}/password-links/opened`, () =>
        HttpResponse.json({ email: "ada@example.org", expires_at: HERE.expires_at } as never),
      ),
    );
    const sent = taking("post", "/password-links/used", 204);
    const { user, container } = renderPage(ResetPage, "/reset", "/reset?token=abc");
    await user.type(
      await screen.findByLabelText("New password", { selector: "input" }),
      "nine quick blue herons",
    );
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByRole("heading", { name: "The password is set" })).toBeVisible();
    expect(sent).toEqual([{ token: "abc", password: "nine quick blue herons" }]);
  });

  it("has no link that is gone or incomplete", async () => {
    answer("/session", NOBODY);
    taking("post", "/password-links/opened", 404);
    const { unmount } = renderPage(ResetPage, "/reset", "/reset?token=abc");
    expect(await screen.findByRole("alert")).toHaveTextContent("used or expired");
    unmount();
    renderPage(ResetPage, "/reset", "/reset");
    expect(await screen.findByText("Open the whole link that you were sent.")).toBeVisible();
  });
});
