import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FileOutline, ToolOutcome } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { BASE, HttpResponse, http, server } from "@/testing/server";
import { AddResultsPage } from "./AddResultsPage";

const DEMO = `${BASE}/projects/demo`;
const show = () => renderPage(AddResultsPage, "/p/$project/add-results", "/p/demo/add-results");
const OUTCOME: ToolOutcome = {
  files: [
    {
      name: "out.json",
      format: "hyperfine",
      title: "hyperfine",
      sign: "results with command and mean",
      readings: 1,
      rows: 1,
    },
  ],
  reports: [],
  duplicates: 0,
  total: 1,
  results: [
    {
      suite: "hyperfine",
      benchmark: "sleep 1",
      parameters: { shell: "none" },
      metric: "time",
      commit: "preview",
      unit: "s",
      direction: "lower",
      value: 1.5,
      samples: 10,
      failure: "",
    },
  ],
  rejected: [{ pointer: "out.json: /results/1", reason: "it is null", remedy: "Leave it out." }],
  questions: [{ key: "points", suite: "hyperfine", unit: "points", benchmarks: [], reason: "" }],
  notes: [],
};
const OUTLINE: FileOutline = {
  kind: "table",
  rows: "",
  delimiter: ",",
  count: 2,
  columns: [
    { source: "case", examples: ["walk", "run"], is_number: false },
    { source: "ms", examples: ["3", "4"], is_number: true },
  ],
};

type Sent = Record<string, unknown>;

/** Answers with each outcome or refusal in turn, and notes what came. */
function listen(...answers: (ToolOutcome | null)[]): Sent[] {
  const sent: Sent[] = [];
  const fault = { pointer: "/files/0", reason: "out.csv: no format fits", remedy: "Say it." };
  const problem = { type: "about:blank", title: "No", status: 422, detail: "Nothing was stored." };
  server.use(
    http.get(`${DEMO}/formats`, () =>
      HttpResponse.json([
        { name: "criterion", title: "Criterion", family: "Rust" },
        { name: "go", title: "go test -bench", family: "Go, Java and .NET" },
      ]),
    ),
    http.get(`${DEMO}/mappings`, () => HttpResponse.json([])),
    http.post(`${DEMO}/mappings/outlines`, () => HttpResponse.json(OUTLINE)),
    http.post(`${DEMO}/reports/files`, async ({ request }) => {
      sent.push((await request.json()) as Sent);
      const answer = answers[sent.length - 1] ?? null;
      return answer === null
        ? HttpResponse.json({ ...problem, faults: [fault] }, { status: 422 })
        : HttpResponse.json(answer, { status: 201 });
    }),
  );
  return sent;
}

it("lists formats by the kind of tool", async () => {
  listen();
  show();
  const group = await screen.findByRole("group", { name: "Go, Java and .NET" });
  expect(within(group).getByRole("option", { name: "go test -bench" })).toBeVisible();
});

describe("the page that adds results", () => {
  it("previews chosen files, asks what they do not say, and stores them at their place", async () => {
    const report = { id: "r1", state: "ingested", url: "" } as const;
    const sent = listen(OUTCOME, OUTCOME, { ...OUTCOME, reports: [report] });
    server.use(
      http.get(`${DEMO}/reports/r1`, () => HttpResponse.json({ ...report, run_id: 7, faults: [] })),
    );
    const { user, container } = show();
    await user.upload(
      await screen.findByLabelText("Files of benchmark tools"),
      new File(["{}"], "out.json"),
    );
    expect(
      await screen.findByRole("heading", { name: "1 row would become 1 result" }),
    ).toBeVisible();
    expect(sent[0]).toMatchObject({ dry_run: true, files: [{ name: "out.json", data: "e30=" }] });
    const files = screen.getByRole("table", { name: "Files" });
    expect(within(files).getByText("results with command and mean")).toBeVisible();
    const left = screen.getByRole("table", { name: "Rows left out" });
    expect(within(left).getByText("it is null")).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
    await user.selectOptions(screen.getByLabelText("Which is better for points?"), "higher");
    expect(screen.getByRole("button", { name: "Add results" })).toBeDisabled();
    await user.type(screen.getByLabelText("Testbed"), "box");
    await user.type(screen.getByLabelText("Commit"), "abc");
    await user.type(screen.getByLabelText("Parameters of each benchmark"), "cache=warm");
    await user.type(screen.getByLabelText("Tags of the run"), "reason=nightly");
    await user.type(screen.getByLabelText("Parents of the commit"), "aaa, bbb");
    await user.click(screen.getByRole("button", { name: "Add results" }));
    expect(await screen.findByRole("link", { name: "Run 7" })).toHaveAttribute(
      "href",
      "/p/demo/runs/7",
    );
    expect(sent[2]).toMatchObject({
      dry_run: false,
      testbed: "box",
      commit: { id: "abc", parents: ["aaa", "bbb"] },
      parameters: { cache: "warm" },
      tags: { reason: "nightly" },
      directions: { points: "higher" },
    });
  });

  it("lets a person say what the columns of an unknown table mean", async () => {
    const sent = listen(null, OUTCOME);
    const { user } = show();
    await user.upload(
      await screen.findByLabelText("Files of benchmark tools"),
      new File(["case,ms"], "out.csv"),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("The files could not be read.");
    expect(await screen.findByRole("button", { name: "Try it on the file" })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText("Meaning of ms"), "value");
    await user.type(screen.getByLabelText("Metric of ms"), "latency");
    await user.type(screen.getByLabelText("Unit of ms"), "ms");
    await user.click(screen.getByRole("button", { name: "Try it on the file" }));
    await screen.findByRole("heading", { name: "1 row would become 1 result" });
    expect(sent[1]?.mapping).toMatchObject({
      benchmark: ["case"],
      metrics: [{ value: "ms", metric: "=latency", unit: "=ms", direction: null }],
    });
  });
});
