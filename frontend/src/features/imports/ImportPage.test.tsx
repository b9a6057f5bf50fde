import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AddressImport, ImportOutcome } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { BASE, HttpResponse, http, server } from "@/testing/server";
import { ImportPage } from "./ImportPage";

const PATH = `${BASE}/projects/demo/imports/auto`;
const show = () => renderPage(ImportPage, "/p/$project/import", "/p/demo/import");
const TEXT = 'window.BENCHMARK_DATA = {"entries": {}}';

const file = new File([TEXT], "data.js");

const taken: ImportOutcome = {
  format: "github-action-benchmark",
  sign: "entries of suites",
  parts: [
    {
      suite: "hyper",
      testbed: "ci",
      branch: "main",
      commits: 300,
      reports: 412,
      results: 5480,
      first: "2024-01-05T10:00:00Z",
      last: "2025-11-02T10:00:00Z",
    },
  ],
  ids: [],
  suites: ["hyper"],
  is_dry: false,
  reports: 436,
  results: 5480,
  accepted: 400,
  duplicates: 12,
  rejected: [
    { pointer: "/entries/hyper/3", reason: "The value is no number.", remedy: "Leave it out." },
  ],
  rejected_rows: 7,
  questions: [],
  notes: ["A range was read as the standard deviation."],
};

interface Sent {
  query: URLSearchParams;
  body: string;
}

/** Answers with each outcome in turn and notes what came. */
function listen(...outcomes: ImportOutcome[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(PATH, async ({ request }) => {
      sent.push({ query: new URL(request.url).searchParams, body: await request.text() });
      return HttpResponse.json(outcomes[sent.length - 1]);
    }),
  );
  return sent;
}

async function fill(user: ReturnType<typeof show>["user"]) {
  await user.upload(await screen.findByLabelText(/History of/), file);
  await user.type(screen.getByLabelText("Testbed"), "ci");
}

describe("the import page", () => {
  it("shows what would come before it stores anything", async () => {
    const sent = listen({ ...taken, is_dry: true, accepted: 0, duplicates: 0 });
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(
      await screen.findByRole("heading", { name: /436 reports would come; nothing is stored yet/ }),
    ).toBeVisible();
    expect(sent[0]?.query.get("dry_run")).toBe("true");
    const table = screen.getByRole("table", { name: "What the file holds" });
    expect(within(table).getByText("2024-01-05 to 2025-11-02")).toBeVisible();
  });

  it("sends nothing before a file is there", async () => {
    const { user, container } = show();
    expect(await screen.findByRole("button", { name: "Import" })).toBeDisabled();
    await fill(user);
    expect(screen.getByRole("button", { name: "Import" })).toBeEnabled();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("sends the file as it is and reports what was taken, known and refused", async () => {
    const sent = listen(taken);
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Import" }));
    expect(
      await screen.findByRole("heading", {
        name: "400 reports taken, 12 known already, 7 rows refused",
      }),
    ).toBeVisible();
    expect(sent[0]?.body).toBe(TEXT);
    expect(Object.fromEntries(sent[0]?.query ?? [])).toEqual({ testbed: "ci" });
    expect(screen.getByText("A range was read as the standard deviation.")).toBeVisible();
    const table = screen.getByRole("table", { name: "Refused rows" });
    expect(within(table).getByText("/entries/hyper/3")).toBeVisible();
    expect(screen.getByRole("link", { name: "Explore hyper" })).toHaveAttribute(
      "href",
      "/p/demo/explore?suite=hyper",
    );
  });

  it("asks for directions the file does not say and sends them with the file", async () => {
    const question = {
      key: "hyper|widgets",
      suite: "hyper",
      unit: "widgets",
      benchmarks: ["a", "b"],
      reason: "The tool does not say it.",
    };
    const asking = { ...taken, reports: 0, results: 0, accepted: 0, duplicates: 0 };
    const sent = listen({ ...asking, questions: [question] }, taken);
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Import" }));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "The file does not say one direction; nothing is stored yet",
    );
    expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
    await user.click(screen.getByLabelText("higher"));
    await user.click(screen.getByRole("button", { name: "Import" }));
    await screen.findByRole("heading", { name: /400 reports taken/ });
    expect(sent[1]?.query.get("direction.hyper|widgets")).toBe("higher");
    expect(sent[1]?.body).toBe(sent[0]?.body);
  });

  it("says what is wrong with a file that is none", async () => {
    const fault = { pointer: "", reason: "The file is empty.", remedy: "Choose data.js." };
    server.use(
      http.post(PATH, () =>
        HttpResponse.json(
          {
            type: "about:blank",
            title: "Not a history",
            status: 422,
            detail: "Nothing was stored.",
            faults: [fault],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Import" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The file could not be read.");
    expect(alert).toHaveTextContent("The file is empty. Choose data.js.");
  });
});

/** A server that takes what `isTaken` says, and refuses the rest as another repository's. */
function refuseUnless(isTaken: (query: URLSearchParams) => boolean): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const fault = {
    pointer: "/query/branch",
    reason: "“main” holds commits of another repository",
    remedy: "take a branch of its own, such as “hyper”",
    offer: "hyper",
  };
  const problem = { type: "about:blank", title: "Conflict", status: 409, detail: "Mixed." };
  server.use(
    http.post(PATH, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return isTaken(query)
        ? HttpResponse.json(taken)
        : HttpResponse.json({ ...problem, faults: [fault] }, { status: 409 });
    }),
  );
  return asked;
}

describe("a history of another repository", () => {
  it("is offered a branch of its own", async () => {
    const asked = refuseUnless((query) => query.get("branch") === "hyper");
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Import" }));
    await user.click(await screen.findByRole("button", { name: "Import into branch “hyper”" }));
    await screen.findByRole("heading", { name: /400 reports taken/ });
    expect(screen.getByLabelText("Branch")).toHaveValue("hyper");
    expect(asked.map((query) => query.get("branch"))).toEqual([null, "hyper"]);
  });

  it("goes on with the branch where a person says that both are one", async () => {
    refuseUnless((query) => query.get("same_history") === "true");
    const { user } = show();
    await fill(user);
    await user.click(screen.getByRole("button", { name: "Import" }));
    await user.click(await screen.findByRole("button", { name: /^It is one history/ }));
    await screen.findByRole("heading", { name: /400 reports taken/ });
  });
});

const walking: AddressImport = {
  id: 7,
  address: "https://bench.example/dev/bench/",
  state: "walking",
  dry_run: false,
  pages: 3,
  known_pages: 8,
  bytes: 2_621_440,
  tries: 0,
  wait_until: null,
  author: "Ada",
  created_at: "2026-01-01T00:00:00Z",
  finished_at: null,
  outcome: null,
  error: "",
  faults: [],
};

/** A server that fetches: it is under way for one look, and then ended so. */
function fetching(end: Partial<AddressImport>): unknown[] {
  const begun: unknown[] = [];
  server.use(
    http.post(`${BASE}/projects/demo/imports/addresses`, async ({ request }) => {
      begun.push(await request.json());
      return HttpResponse.json(walking, { status: 202 });
    }),
    http.get(`${BASE}/projects/demo/imports/addresses/7`, () =>
      HttpResponse.json({ ...walking, finished_at: "2026-01-01T00:01:00Z", ...end }),
    ),
  );
  return begun;
}

describe("a history at an address", () => {
  it("is fetched by the server with its token, and ends as a file does", async () => {
    const begun = fetching({ state: "done", outcome: taken });
    const { user, container } = show();
    await user.type(await screen.findByLabelText("Address"), walking.address);
    await user.type(screen.getByLabelText("Token"), "s3cr3t");
    expect(await violationsOf(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Import" }));
    expect(await screen.findByText(/pages, 2.5 MB so far/)).toHaveTextContent("3 of 8");
    await screen.findByRole("heading", { name: /400 reports taken/ });
    expect(begun).toEqual([
      {
        address: walking.address,
        token: "s3cr3t",
        directions: {},
        same_history: false,
        dry_run: false,
      },
    ]);
  });

  it("says why it failed, and what to do", async () => {
    const fault = { pointer: "/address", reason: "It asks for a token.", remedy: "Give it." };
    fetching({ state: "failed", error: "Nobody is let in.", faults: [fault] });
    const { user } = show();
    await user.type(await screen.findByLabelText("Address"), walking.address);
    await user.click(screen.getByRole("button", { name: "Import" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The address was not imported.");
    expect(alert).toHaveTextContent("It asks for a token. Give it.");
  });
});
