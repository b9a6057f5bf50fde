import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QuotaUse } from "@/api/types";
import { aSession, someQuotas } from "@/testing/builders";
import { aJobList, anOffer } from "@/testing/jobBuilders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { MeasureMore } from "./MeasureMore";

const ASK = { mutate: () => undefined, isPending: false, error: null };

function open(own: Partial<QuotaUse>, cannot = "") {
  const use = { who: "Ada", is_person: true, spent: 35, held: 0, minutes: 60, frees_at: null };
  answer("/session", aSession());
  answer("/projects/demo/quotas", someQuotas({ own: { ...use, ...own } }));
  const data = aJobList({ agents: ["box"], offer: anOffer({ cannot }) });
  const jobs = { data, isError: false };
  const Page = () => <MeasureMore project="demo" jobs={jobs} ask={ASK} name="Measure more" />;
  return renderPage(Page, "/p/$project", "/p/demo");
}

describe("the offer of more pairs", () => {
  it("says how many machine minutes are left before anybody asks", async () => {
    open({});
    const said = await screen.findByText(/You have 25 of 60 machine minutes left in 24 h\.$/);
    expect(said).toHaveTextContent(/on lab\. You have/);
    expect(screen.getByRole("button", { name: "Measure more" })).toBeEnabled();
  });

  it("says that they are used up, and when a job starts", async () => {
    const frees_at = new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString();
    open({ spent: 60, frees_at });
    const said = await screen.findByText(/You used the 60 machine minutes of 24 h\./);
    expect(said).toHaveTextContent(/A new job starts in 3 h\.$/);
  });

  it("says nothing of them where nobody can ask", async () => {
    open({}, "it is a fork");
    expect(await screen.findByText("It cannot be measured again: it is a fork.")).toBeVisible();
  });
});
