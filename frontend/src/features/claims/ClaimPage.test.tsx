import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { ClaimPage } from "./ClaimPage";
import { ClaimsPage } from "./ClaimsPage";
import { aCell, aClaim, aStatement, heldBy } from "./claimBuilders";

beforeEach(() => answer("/session", aSession()));

describe("the list of claims", () => {
  it("counts the verdicts of the machine that measured last, and shows both numbers", async () => {
    answer("/projects/demo/claims", { rows: [aClaim()] });
    renderPage(ClaimsPage, "/p/$project/claims", "/p/demo/claims");
    expect(
      await screen.findByRole("heading", { level: 1, name: "1 published claim on box: 1 refuted" }),
    ).toBeTruthy();
    const row = screen.getByRole("row", { name: /smol is 15 % faster/ });
    expect(row.textContent).toContain("published 1.15, here \u221220.0\u202f% [");
    expect(within(row).getByRole("img", { name: /published 1.15/ })).toBeTruthy();
  });

  it("says what fills it while there are none", async () => {
    answer("/projects/demo/claims", { rows: [] });
    renderPage(ClaimsPage, "/p/$project/claims", "/p/demo/claims");
    expect(await screen.findByText(/Published results will be here/)).toBeTruthy();
  });
});

describe("the page of a claim", () => {
  it("shows published and measured figures, the machine, counters and the command", async () => {
    answer("/projects/demo/claims", { rows: [aClaim()] });
    answer("/projects/demo/claims/4", aClaim());
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4");
    const title = "smol is 15 % faster than rayon: refuted on box";
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
    const rayon = screen.getByRole("listitem", { name: "rayon" });
    expect(rayon.textContent).toContain("234");
    expect(rayon.textContent).toContain("24\u202fms");
    expect(screen.getByText("a processor, 2 cores")).toBeTruthy();
    expect(screen.getByRole("cell", { name: "page_faults" })).toBeTruthy();
    expect(screen.getByText("tidemark-agent run runtime --quick")).toBeTruthy();
  });

  it("shows published tables beside what the machine measured, without empty columns", async () => {
    const lines = [
      {
        label: "rayon",
        against: "smol",
        cells: [aCell(), aCell({ published: null, value: null, ratio: null })],
      },
    ];
    const table = { title: "Engines", note: "", heads: ["Time", "Misses"] };
    const tables = [{ ...table, machines: [{ testbed: "box", lines }] }];
    answer("/projects/demo/claims", { rows: [] });
    answer("/projects/demo/claims/4", aClaim({ tables }));
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4");
    const shown = within(await screen.findByRole("table", { name: "Engines" }));
    const heads = shown.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["Variant", expect.stringContaining("Time")]);
    const cell = shown.getAllByRole("cell")[1]?.textContent ?? "";
    expect(cell).toContain("24\u202fms");
    expect(cell).toContain("published 234\u202fms");
    expect(cell).toContain("\u221220.0\u202f% [");
  });

  it("says of another machine what that one measured", async () => {
    const laptop = heldBy({ testbed: "laptop", verdict: "confirmed", value: 1.15 });
    const machines = [
      ...aClaim().machines,
      ...aClaim().machines.map((one) => ({
        ...one,
        testbed: "laptop",
        verdict: "confirmed" as const,
      })),
    ];
    const statements = [aStatement({ machines: [heldBy(), laptop] })];
    answer("/projects/demo/claims", { rows: [] });
    answer("/projects/demo/claims/4", aClaim({ machines, statements }));
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4?testbed=laptop");
    expect(
      await screen.findByRole("heading", { level: 1, name: /confirmed on laptop/ }),
    ).toBeTruthy();
  });
});
