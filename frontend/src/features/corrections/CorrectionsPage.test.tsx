import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aProject, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { CorrectionsPage } from "./CorrectionsPage";

const thing = (id: number, name: string) => ({
  id,
  name,
  suite: "",
  suite_id: 0,
  aliases: [],
  archived_at: null,
  series: 2,
});
const PREVIEW = { runs: 3, results: 12, collisions: [], deletion: null, restorable_until: null };

/** Shows the page and its merge form of a testbed; returns what was sent. */
async function openMerge(collisions: string[]) {
  const sent: unknown[] = [];
  answer("/session", aSession({ projects: [aProject({ slug: "demo", rights: ["configure"] })] }));
  answer("/projects/demo/metrics", { rows: [] });
  answer("/projects/demo/facets", { facets: [], total: 0 });
  answer("/projects/demo/deletions", { rows: [] });
  answer("/projects/demo/names/testbed", { rows: [thing(1, "box"), thing(2, "attic")] });
  server.use(
    http.post(`${BASE}/projects/demo/names/testbed/1/merge`, async ({ request }) => {
      const asked = (await request.json()) as { dry_run: boolean };
      if (!asked.dry_run) sent.push(asked);
      return HttpResponse.json({ ...PREVIEW, collisions, deletion: asked.dry_run ? null : 9 });
    }),
    http.post(`${BASE}/projects/demo/deletions/9/restore`, () => {
      sent.push("taken back");
      return HttpResponse.json({ runs: 3, results: 12, deletion: null, restorable_until: null });
    }),
  );
  const { user } = renderPage(
    CorrectionsPage,
    "/p/$project/settings/corrections",
    "/p/demo/settings/corrections",
  );
  const merge = await screen.findByRole("button", { name: "Merge box" });
  await waitFor(() => expect(merge).toBeEnabled());
  await user.click(merge);
  expect(screen.getByRole("button", { name: "Merge" })).toBeDisabled();
  await user.selectOptions(screen.getByLabelText("Into"), "attic");
  return { user, sent };
}

describe("a merge on the page of corrections", () => {
  it("says what it moves, is made, and is taken back", async () => {
    const { user, sent } = await openMerge([]);
    expect(await screen.findByText(/3 runs with 12 results would be moved/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ into: 2, dry_run: false }]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it("says what stands against it, and is not made", async () => {
    await openMerge(["machine box-1 is of both: rename one of them first"]);
    expect(await screen.findByText(/Not possible yet: machine box-1 is of both/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Merge" })).toBeDisabled();
  });
});

describe("the metrics on the page of corrections", () => {
  it("are narrowed to a suite where there are many", async () => {
    const metrics = Array.from({ length: 30 }, (_, id) => ({
      id,
      suite: id < 3 ? "go" : "rust",
      name: `metric_${id}`,
      unit: "s",
      direction: "lower",
      series: 1,
    }));
    answer("/session", aSession({ projects: [aProject({ slug: "demo", rights: ["configure"] })] }));
    answer("/projects/demo/metrics", { rows: metrics });
    answer("/projects/demo/facets", { facets: [], total: 0 });
    answer("/projects/demo/deletions", { rows: [] });
    answer("/projects/demo/names/testbed", { rows: [] });
    const { user } = renderPage(
      CorrectionsPage,
      "/p/$project/settings/corrections",
      "/p/demo/settings/corrections",
    );
    const table = await screen.findByRole("table", { name: "Metrics" });
    const [bar] = screen.getAllByLabelText("Suite");
    await user.selectOptions(bar as HTMLElement, "go");
    const rows = within(table).getAllByRole("row");
    expect(rows).toHaveLength(4);
    await user.type(screen.getByLabelText("Metric"), "none of them");
    expect(await screen.findByText("No metric matches.")).toBeVisible();
  });
});
