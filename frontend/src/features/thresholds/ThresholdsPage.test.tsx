import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DryRun, Thresholds } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import {
  isBudget,
  isRule,
  NO_BUDGET,
  NO_FIELDS,
  withBudget,
  withReference,
  withRule,
} from "./ruleText";
import { ThresholdsPage } from "./ThresholdsPage";
import { caretOf, dryRunText } from "./thresholdsModel";

const PLACE = "/p/$project/settings/thresholds";
const show = (query = "", rights = ["read", "triage", "configure"]) => {
  answer("/session", {
    user: { name: "Ada", email: "ada@example.org", is_admin: false, id: 1 },
    projects: [{ slug: "demo", name: "Demo", rights }],
  });
  return renderPage(ThresholdsPage, PLACE, `/p/demo/settings/thresholds${query}`);
};
const KEPT: Thresholds = {
  standard: { minimum_effect: null, sensitivity: "balanced", is_gate: true },
  rules: [],
  references: [],
  budgets: [],
  series: 12,
  standard_series: 12,
  version: null,
  versions: [],
  waiting: 0,
};
const RUN: DryRun = {
  id: 4,
  text: '[thresholds]\nminimum_effect = "30 %"',
  state: "done",
  done: 12,
  total: 12,
  base_version: 0,
  author: "Ada",
  created_at: "2026-01-01T00:00:00Z",
  finished_at: "2026-01-01T00:00:01Z",
  added: 0,
  gone: 3,
  unchanged: 9,
  added_regressions: 0,
  gone_regressions: 1,
  to_inform: 0,
  to_gate: 2,
  alerts_opened: 0,
  alerts_closed: 1,
  rules: [],
  changes: [],
};

describe("the page of thresholds", () => {
  it("names what is wrong with a text by line and column, and lets nobody save it", async () => {
    answer("/projects/demo/thresholds", KEPT);
    const fault = {
      pointer: "/text/thresholds/sensitivity",
      reason: "“stict” is not known",
      remedy: "write sensitive, balanced or strict",
      offer: "strict",
      line: 2,
      column: 1,
    };
    const problem = {
      type: "x",
      title: "Unprocessable",
      status: 422,
      detail: "no",
      faults: [fault],
    };
    server.use(
      http.post(`${BASE}/projects/demo/threshold-readings`, () =>
        HttpResponse.json(problem as never, { status: 422 }),
      ),
    );
    const { user, container } = show();
    const field = await screen.findByLabelText(".tidemark.toml");
    await user.click(field);
    await user.paste('[thresholds]\nsensitivity = "stict"');
    const place = await screen.findByRole("button", { name: "Line 2, column 1" });
    expect(screen.getByText(/“stict” is not known/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await user.click(place);
    expect(field).toHaveFocus();
    expect((field as HTMLTextAreaElement).selectionStart).toBe(13);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("shows the dry run of its address, and saves upon the version that was read", async () => {
    answer("/projects/demo/thresholds", KEPT);
    answer("/projects/demo/dry-runs/4", RUN);
    server.use(
      http.post(`${BASE}/projects/demo/threshold-readings`, () => HttpResponse.json(KEPT as never)),
    );
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}/projects/demo/thresholds`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ number: 1, is_new: true, judged_again: 12 } as never);
      }),
    );
    const { user } = show("?run=4");
    expect(await screen.findByText(/3 changes would be removed \(1 regression\)/)).toBeVisible();
    expect(screen.getByLabelText(".tidemark.toml")).toHaveValue(RUN.text);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ text: RUN.text, based_on: 0, source: "the page" });
  });
});

it("shows no earlier dry run below a text that was refused", async () => {
  answer("/projects/demo/thresholds", KEPT);
  answer("/projects/demo/dry-runs/4", RUN);
  const refused = { type: "x", title: "No", status: 422, detail: "no file", faults: [] };
  server.use(
    http.post(`${BASE}/projects/demo/threshold-readings`, () => HttpResponse.json(KEPT as never)),
    http.post(`${BASE}/projects/demo/dry-runs`, () =>
      HttpResponse.json(refused as never, { status: 422 }),
    ),
  );
  const { user } = show("?run=4");
  await screen.findByText(/3 changes would be removed/);
  await user.type(screen.getByLabelText(".tidemark.toml"), "# more");
  await user.click(screen.getByRole("button", { name: "Dry run" }));
  expect(await screen.findByText("The dry run did not begin.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/3 changes would be removed/)).toBeNull());
  expect(screen.getByLabelText(".tidemark.toml")).toHaveValue(`${RUN.text}# more`);
});

describe("somebody who may only read", () => {
  it("sees an older version, and asks nothing that is refused", async () => {
    answer("/projects/demo/thresholds", KEPT);
    answer("/projects/demo/thresholds/versions/1", { text: "# of old", number: 1 });
    const asked: string[] = [];
    server.events.on("request:start", ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
    });
    show("?version=1", ["read"]);
    const field = await screen.findByLabelText(".tidemark.toml");
    expect(field).toHaveValue("# of old");
    expect(field).toHaveAttribute("readonly");
    expect(screen.queryByRole("button", { name: "Dry run" })).toBeNull();
    // longer than a text that was typed waits before it is read
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked.filter((one) => one.startsWith("POST"))).toEqual([]);
  });
});

describe("dry runs", () => {
  it("are told in sentences", () => {
    expect(dryRunText(RUN)).toBe(
      "3 changes would be removed (1 regression), 0 changes would be added and 9 changes stay. 1 numbered change would be taken back. 2 open regressions would fail a check.",
    );
    const nothing = { ...RUN, total: 0, to_gate: 0 };
    expect(dryRunText(nothing)).toBe("Nothing would be judged otherwise: 9 changes stay.");
  });
});

describe("rules by their fields", () => {
  it("are written as text", () => {
    const fields = {
      ...NO_FIELDS,
      name: 'the "tails"',
      metric: "p99, p999",
      parameters: "threads=4, threads=8, engine=smol",
      tags: "my owner=me",
      minimumEffect: "5 %",
      action: "inform",
    };
    expect(isRule(fields)).toBe(true);
    expect(isRule({ ...NO_FIELDS, suite: "net" })).toBe(false);
    expect(withRule("[thresholds]\n\n", fields)).toBe(`[thresholds]

[[thresholds.rule]]
name = "the \\"tails\\""
metric = ["p99", "p999"]
parameters.threads = [4, 8]
parameters.engine = "smol"
tags."my owner" = "me"
minimum_effect = "5 %"
action = "inform"
`);
  });

  it("adds budgets and references as tables of their own", () => {
    const budget = { ...NO_BUDGET, name: "quick", metric: "p99", atMost: "5 ms" };
    expect(isBudget(budget)).toBe(true);
    expect(isBudget({ ...NO_BUDGET, metric: "p99", worseBy: "5" })).toBe(false);
    expect(withBudget("", { ...budget, worseBy: "5 %", against: "v1" })).toBe(
      `[[thresholds.budget]]
name = "quick"
metric = "p99"
at_most = "5 ms"
worse_by = "5 %"
against = "v1"
`,
    );
    expect(withReference("", { name: "v1", commit: "", tag: "v1.*" })).toBe(
      '[[thresholds.reference]]\nname = "v1"\ntag = "v1.*"\n',
    );
  });

  it("has faults whose place is a caret", () => {
    const fault = { pointer: "", reason: "", remedy: "", line: 3, column: 2 };
    expect(caretOf("ab\n\ncd", fault)).toBe(5);
  });
});
