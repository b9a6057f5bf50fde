import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QuotasWanted, QuotaUse } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession, someQuotas } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, HttpResponse, http, server } from "@/testing/server";
import { minutesOf } from "./quotasModel";
import { SettingsPage } from "./SettingsPage";

const PATH = "/projects/demo/quotas";
const USE: QuotaUse = {
  who: "Alice",
  is_person: true,
  spent: 120,
  held: 0,
  minutes: 120,
  frees_at: "2026-11-27T14:20:00Z",
};

function show(rights: readonly string[], part = {}) {
  answer("/projects/demo", aProject());
  answer("/projects/demo/keys", []);
  answer("/session", aSession({ projects: [{ ...aProject(), rights: [...rights] }] }));
  answer(PATH, someQuotas(part));
  return renderPage(SettingsPage, "/p/$project/settings", "/p/demo/settings");
}

describe("the machine minutes of a project", () => {
  it("are shown for each person with a bar, and when the next job starts", async () => {
    const rule = { ...USE, who: "rule “all”", is_person: false, spent: 30, held: 15.2 };
    const bob = { ...USE, who: "Bob", spent: 90, held: 30 };
    const people = [USE, bob, { ...rule, minutes: null, frees_at: null }];
    const whole = { ...USE, who: "", spent: 150, minutes: 600, frees_at: null };
    const { container } = show(["manage members"], { person_minutes: 120, whole, people });
    const table = await screen.findByRole("table", { name: "Who took how many minutes" });
    expect(within(table).getByText("120 of 120 min")).toBeVisible();
    expect(within(table).getByText("30 min, 15 more kept for what is measured")).toBeVisible();
    const bar = within(table).getByRole("progressbar", { name: "Minutes of Alice" });
    expect(bar).toHaveAttribute("max", "120");
    expect(within(table).getAllByText("at once")).toHaveLength(2);
    expect(within(table).getAllByText("when a job ends")).toHaveLength(1);
    expect(await violationsOf(container)).toEqual([]);
  });

  it("are set by owners; an empty field is no limit", async () => {
    const sent: QuotasWanted[] = [];
    server.use(
      http.put(`${BASE}${PATH}`, async ({ request }) => {
        sent.push((await request.json()) as QuotasWanted);
        return HttpResponse.json(someQuotas());
      }),
    );
    const { user } = show(["manage members"], { project_minutes: 600 });
    await user.type(await screen.findByLabelText("Minutes of one person in 24 h"), "90");
    await user.clear(screen.getByLabelText("Minutes of all jobs in 24 h"));
    const form = screen.getByRole("form", { name: "Machine minutes" });
    await user.click(within(form).getByRole("button", { name: "Save minutes" }));
    expect(sent).toEqual([{ person_minutes: 90, project_minutes: null }]);
  });

  it("are only read by others", async () => {
    show(["configure"]);
    expect(await screen.findByLabelText("Minutes of one person in 24 h")).toBeDisabled();
    expect(screen.getByText("No job was measured in this time.")).toBeVisible();
  });

  it("are whole numbers, or none", () => {
    const typed = ["", " ", "90", "0", "1.5", "x", "1000001"];
    expect(typed.map(minutesOf)).toEqual([null, null, 90, ...Array(4).fill(undefined)]);
  });
});
