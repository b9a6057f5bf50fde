import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { aLabel, aSession } from "@/testing/builders";
import { aMachine, anAgent } from "@/testing/machineBuilders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { publishedText } from "@/ui/words/claimWords";
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

  it("says once of a claim without a verdict what it waits for", async () => {
    const rows = [aClaim(), aClaim({ id: 5, key: "rings", title: "Rings gain", machines: [] })];
    answer("/projects/demo/claims", { rows });
    answer("/projects/demo/machines", { rows: [] });
    renderPage(ClaimsPage, "/p/$project/claims", "/p/demo/claims");
    const title = "1 of 2 published claims judged on box: 1 refuted";
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
    const waits = "not judged yet: waits for runtime, which no agent plans to run";
    expect(await screen.findAllByText(waits)).toHaveLength(1);
    expect(screen.getAllByText("Rings gain")).toHaveLength(1);
  });

  it("says that a suite is next where its time has come and another one is measured", async () => {
    const planned = [
      {
        suite: "runtime",
        mode: "quick" as const,
        due_at: "2026-01-01T00:05:00Z",
        paused_after: null,
        paused_for: null,
      },
    ];
    answer("/projects/demo/claims", { rows: [aClaim({ machines: [] })] });
    answer("/projects/demo/machines", { rows: [aMachine({ agents: [anAgent({ planned })] })] });
    renderPage(ClaimsPage, "/p/$project/claims", "/p/demo/claims");
    const waits = "not judged yet: waits for runtime, which is measured as soon as its turn comes";
    expect(await screen.findByText(waits)).toBeTruthy();
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
    const sweep = screen.getByRole("link", { name: "Sweep of threads" });
    expect(sweep.getAttribute("href")).toBe("/p/demo/sweeps/7/threads");
  });

  it("says of another machine what that one measured", async () => {
    const held = { testbed: "laptop", verdict: "confirmed", value: 1.15 } as const;
    const laptop = heldBy({ ...held, unfit_runs: [13] });
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
    expect(screen.getByText(/^Not counted, as the machine was not fit/)).toBeVisible();
    const left = screen.getByRole("link", { name: "run 13" });
    expect(left).toHaveAttribute("href", "/p/demo/runs/13");
  });
});

describe("what a machine measured beside what was published", () => {
  it("shows published tables beside what the machine measured, without empty columns", async () => {
    const lines = [
      {
        label: "rayon",
        against: "smol",
        cells: [aCell(), aCell({ published: null, value: null, ratio: null })],
      },
    ];
    const machines = [{ testbed: "box", lines }];
    const table = { title: "Engines", note: "", heads: ["Time", "Misses"], machines };
    const absent = lines.map((line) => ({ ...line, cells: line.cells.slice(1) }));
    const counters = {
      title: "Counters",
      heads: ["Misses"],
      machines: [{ testbed: "box", lines: absent }],
    };
    const tables = [table, { ...table, ...counters }];
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
    // a table of which this machine has nothing, and nothing was published
    expect(screen.queryByRole("table", { name: "Counters" })).toBeNull();
  });

  it("writes shares as shares, and no interval that says only that there were few rounds", async () => {
    const [figure] = heldBy().figures;
    if (figure === undefined) throw new Error("it has figures");
    const figures = [{ ...figure, label: "JSON", published: 0.0595, value: 0.557, unit: "" }];
    const share = heldBy({ figures, value: 0.557, low: 0.533, high: 0.58 });
    const statements = [
      aStatement({ machines: [heldBy({ low: 2e-45, high: 5e41 })] }),
      aStatement({ place: 1, kind: "share", says: "share of JSON", machines: [share] }),
    ];
    answer("/projects/demo/claims", { rows: [] });
    answer("/projects/demo/claims/4", aClaim({ statements }));
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4");
    expect(await screen.findByText(/too few rounds for an interval/)).toBeTruthy();
    expect(document.body.textContent).not.toContain("e+41");
    expect(screen.getByRole("listitem", { name: "JSON" }).textContent).toMatch(/5\.9.*55\.7/);
  });

  it("gives the focus to the first statement that was hidden", async () => {
    const statements = Array.from({ length: 7 }, (_, place) =>
      aStatement({ place, says: `statement ${place + 1}` }),
    );
    answer("/projects/demo/claims", { rows: [] });
    answer("/projects/demo/claims/4", aClaim({ statements }));
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4");
    await userEvent.click(await screen.findByRole("button", { name: "Show 1 more statement" }));
    expect(screen.getByRole("region", { name: "statement 7" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: /more statement/ })).toBeNull();
  });

  it("draws the latencies of the variants that the verdict is about", async () => {
    const points = [50, 99].map((percentile) => {
      return { percentile, value: percentile / 1e5, low: null, high: null };
    });
    const series = aLabel({ metric: "latency", parameters: { connections: 100 } });
    const tail = { series, basis: "histogram" as const, n: 5_000, points };
    const curves = [{ label: "a pool", run_id: 12, series_id: series.id }];
    const mechanisms = aClaim().mechanisms.map((one) => ({ ...one, curves }));
    answer("/projects/demo/claims", { rows: [] });
    answer("/projects/demo/claims/4", aClaim({ mechanisms }));
    answer("/projects/demo/runs/12/tails", { rows: [tail] });
    renderPage(ClaimPage, "/p/$project/claims/$claim", "/p/demo/claims/4");
    const chart = await screen.findByRole("figure", { name: /^Percentiles of latency/ });
    await userEvent.click(within(chart).getByRole("button", { name: "Table" }));
    expect(within(chart).getByRole("columnheader", { name: /a pool/ })).toBeTruthy();
    const others = screen.getByRole("link", { name: /and those of other variants/ });
    expect(others.getAttribute("href")).toContain("/runs/12?section=tails");
  });
});

describe("what was published", () => {
  it("has the sign of minus in front of its numbers, and nowhere else", () => {
    expect(publishedText("-2 % [-3, -1]")).toBe("\u22122 % [\u22123, \u22121]");
    expect(publishedText("(-5) of 1-2 in x-1")).toBe("(\u22125) of 1-2 in x-1");
  });
});
