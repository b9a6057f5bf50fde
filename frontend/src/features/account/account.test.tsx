import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { AccountPage } from "./AccountPage";
import { JoinPage } from "./JoinPage";
import { SignInPage } from "./SignInPage";

const NOBODY = aSession({ user: null, projects: [] });
const OPENED = {
  email: "ada@example.org",
  role: "triager",
  invited_by: "Grace",
  project: "demo",
  project_name: "Demo",
  expires_at: "2030-01-01T00:00:00Z",
  has_account: false,
};

function refuse(method: "post" | "put", path: string, status: number, pointer: string) {
  const fault = { pointer, reason: "it is too short", remedy: "take a longer one" };
  const body = {
    type: "about:blank",
    title: "No",
    status,
    detail: "No such luck.",
    faults: [fault],
  };
  server.use(http[method](`${BASE}${path}`, () => HttpResponse.json(body as never, { status })));
}

function take(path: string, body: object | null): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post(`${BASE}${path}`, async ({ request }) => {
      sent.push(await request.json());
      return body === null
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(body as never);
    }),
  );
  return sent;
}

describe("the sign-in page", () => {
  const show = () => renderPage(SignInPage, "/welcome", "/welcome");

  it("leads to the identity provider where there is one, and says why nobody came in", async () => {
    answer("/session", { ...NOBODY, provider: "Example" });
    const { container } = renderPage(SignInPage, "/welcome", "/welcome?problem=uninvited");
    const link = await screen.findByRole("link", { name: "Sign in with Example" });
    expect(link).toHaveAttribute("href", "/sign-in/provider");
    expect(screen.getByRole("alert")).toHaveTextContent("Nobody has invited your e-mail address");
    expect(await violationsOf(container)).toEqual([]);
  });

  it("gives a visitor the command that prints a link", async () => {
    answer("/session", NOBODY);
    const { container } = show();
    expect(await screen.findByText("make sign-in")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("says of a dead link what became of it", async () => {
    answer("/session", NOBODY);
    renderPage(SignInPage, "/welcome", "/welcome?problem=link");
    expect(await screen.findByRole("alert")).toHaveTextContent("used before or has expired");
  });

  it("tells somebody who is signed in that they are", async () => {
    answer("/session", aSession());
    show();
    expect(await screen.findByRole("heading", { name: "Signed in as Ada" })).toBeVisible();
  });

  it("signs in by a password", async () => {
    answer("/session", NOBODY);
    const sent = take("/session", null);
    const { user } = show();
    await user.type(await screen.findByLabelText("E-mail address"), "ada@example.org");
    await user.type(screen.getByLabelText("Password"), "secret words");
    answer("/session", aSession());
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByRole("heading", { name: "Signed in as Ada" })).toBeVisible();
    expect(sent).toEqual([{ email: "ada@example.org", password: "secret words" }]);
  });

  it("says why not", async () => {
    answer("/session", NOBODY);
    refuse("post", "/session", 401, "/x");
    const { user } = show();
    await user.type(await screen.findByLabelText("E-mail address"), "ada@example.org");
    await user.type(screen.getByLabelText("Password"), "guess");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("No such luck.");
  });
});

describe("an invitation", () => {
  const show = () => renderPage(JoinPage, "/join", "/join?token=abc");

  it("makes an account and leads into the project", async () => {
    answer("/session", NOBODY);
    take("/invitations/opened", OPENED);
    const sent = take("/invitations/accepted", { project: "demo" });
    const { user, router, container } = show();
    await user.type(await screen.findByLabelText("Your name"), "Ada");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
      "Grace invites you to Demo as triager",
    );
    expect(await violationsOf(container)).toEqual([]);
    await user.type(screen.getByLabelText("A password"), "seven slow turtles");
    await user.click(screen.getByRole("button", { name: "Create an account and join" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/demo"));
    expect(sent).toEqual([{ token: "abc", name: "Ada", password: "seven slow turtles" }]);
  });

  it("of another address is not accepted as who is signed in", async () => {
    answer("/session", aSession());
    take("/invitations/opened", { ...OPENED, email: "grace@example.org", has_account: true });
    show();
    expect(
      await screen.findByText(/signed in as ada@example.org, and this invitation is for grace/),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /Accept/ })).toBeNull();
  });

  it("is accepted as who is signed in", async () => {
    answer("/session", aSession());
    take("/invitations/opened", { ...OPENED, has_account: true });
    const sent = take("/invitations/accepted", { project: "demo" });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Accept as Ada" }));
    await waitFor(() => expect(sent).toEqual([{ token: "abc" }]));
  });

  it("asks who has an account to sign in first", async () => {
    answer("/session", NOBODY);
    take("/invitations/opened", { ...OPENED, has_account: true });
    show();
    expect(await screen.findByText(/There is an account for this address/)).toBeVisible();
    expect(screen.queryByLabelText("Your name")).toBeNull();
  });

  it("that is gone says so, and so does an address without one", async () => {
    answer("/session", NOBODY);
    refuse("post", "/invitations/opened", 404, "/x");
    const { unmount } = show();
    expect(await screen.findByRole("alert")).toHaveTextContent("used, withdrawn or expired");
    unmount();
    renderPage(JoinPage, "/join", "/join");
    expect(await screen.findByText(/names no invitation/)).toBeVisible();
  });
});

describe("the account page", () => {
  const show = () => {
    answer("/account/sessions", { rows: [] });
    return renderPage(AccountPage, "/account", "/account");
  };

  it("changes the password and says what was wrong with it", async () => {
    answer("/session", aSession());
    refuse("put", "/session/password", 422, "/password");
    const { user, container } = show();
    await user.type(await screen.findByLabelText("New password"), "short");
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Change the password" }));
    expect(await screen.findByText("it is too short: take a longer one")).toBeVisible();
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}/session/password`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Change the password" }));
    expect(await screen.findByText("The password is changed.")).toBeVisible();
    expect(sent).toEqual([{ old: null, new: "short" }]);
  });

  it("sends a visitor to the sign-in page", async () => {
    answer("/session", NOBODY);
    const { router } = show();
    await waitFor(() => expect(router.state.location.pathname).toBe("/welcome"));
  });
});
