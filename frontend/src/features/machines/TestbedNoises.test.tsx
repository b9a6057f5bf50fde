import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { AlarmRate, Machine, TestbedNoise } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aLabel } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { TestbedNoises } from "./TestbedNoises";

const PATH = "/projects/demo/noise";
const show = (machines: readonly Machine[] = []) =>
  renderPage(
    () => (
      <TestbedNoises project="demo" machines={machines}>
        {(machine) => <h2 key={machine.id}>{machine.name}</h2>}
      </TestbedNoises>
    ),
    "/p/$project/machines",
    "/p/demo/machines",
  );

function aMachine(part: Pick<Machine, "id" | "name" | "testbed">): Machine {
  const nothing = {
    runs: 0,
    last_run_at: null,
    imported_at: null,
    ends_by_itself: false,
    fingerprint: null,
    revisions: [],
    agents: [],
    quarantine: null,
    history: [],
    fitness: { verdict: "unknown" as const, sentence: "", reasons: [], advice: "" },
  };
  return { ...nothing, full_name: part.name, ...part };
}

function aRate(part: Partial<AlarmRate> = {}): AlarmRate {
  return {
    comparisons: 80,
    alarms: 3,
    rate: 0.0375,
    low: 0.004,
    high: 0.13,
    claimed: 0.05,
    too_many: false,
    sentence: "",
    unjudged: 0,
    results: 320,
    alarmed_results: 4,
    newest_at: "2026-01-08T12:30:00Z",
    newest_alarms: [],
    ...part,
  };
}

const SCATTER = {
  series: 8,
  unknown: 2,
  lower_quartile: 0.011,
  median: 0.02,
  upper_quartile: 0.034,
  median_change: 0.05,
  worst_change: 0.18,
};

function aTestbed(part: Partial<TestbedNoise> = {}): TestbedNoise {
  return {
    id: 1,
    name: "lab",
    repeatable: { name: "runtime-rust", runs: 4, by_agent: true },
    sentence: "The middle half of 8 series scatters by 1.1 to 3.4 % from run to run.",
    scatter: SCATTER,
    groups: [{ suite: "runtime-rust", metric: "time", scatter: SCATTER }],
    noisiest: Array.from({ length: 8 }, (_, id) => ({
      series: aLabel({ id: id + 1, parameters: { threads: id } }),
      scatter: 0.05 - id / 1000,
      smallest_change: 0.18 - id / 100,
      points: 30,
    })),
    alarms: aRate(),
    ...part,
  };
}

describe("the noise of testbeds", () => {
  it("says how series scatter, what shows, and how often alarms are false", async () => {
    answer(PATH, { rows: [aTestbed()] });
    const { container } = show();
    const panel = await screen.findByRole("region", { name: "Noise of lab" });
    expect(within(panel).getByText(/^2\s% \[1\.1, 3\.4\]$/)).toBeVisible();
    expect(within(panel).getByText("8 of 10")).toBeVisible();
    expect(within(panel).getByText(/^3\.8\s% \[0\.40, 13\]$/)).toBeVisible();
    expect(within(panel).getByText(/no evidence of more than the 5\s% claimed/)).toBeVisible();
    expect(within(panel).getByText(/3 of 80 comparisons; within them 4 of 320/)).toBeVisible();
    expect(screen.queryByText("By suite and metric")).toBeNull();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("lists the noisiest series with links, more of them on demand", async () => {
    answer(PATH, { rows: [aTestbed()] });
    show();
    const table = await screen.findByRole("table", { name: "The noisiest series" });
    expect(within(table).getAllByRole("link")).toHaveLength(5);
    expect(within(table).getAllByRole("link")[0]).toHaveAttribute(
      "href",
      expect.stringContaining("series=1"),
    );
    await userEvent.click(screen.getByRole("button", { name: "Show all 8" }));
    await waitFor(() => expect(within(table).getAllByRole("link")).toHaveLength(8));
  });

  it("calls a rate above the claimed one out in words and names the runs", async () => {
    const pair = {
      testbed_id: 3,
      run_id: 12,
      baseline_run_id: 11,
      compared: 40,
      alarms: 2,
      measured_at: "2026-01-08T12:30:00Z",
    };
    const rate = aRate({ rate: 0.3, low: 0.14, high: 0.5, too_many: true, newest_alarms: [pair] });
    answer(PATH, { rows: [aTestbed({ alarms: rate })] });
    show();
    expect(await screen.findByText(/more than the 5\s% claimed/)).toBeVisible();
    expect(screen.getByText(/▲ 30/)).toBeVisible();
    expect(screen.getByRole("link", { name: "run 12" })).toHaveAttribute("href", "/p/demo/runs/12");
  });
});

describe("a testbed", () => {
  it("without comparisons says what makes one", async () => {
    const rate = aRate({ comparisons: 0, alarms: 0, rate: null, low: 0, high: 1, unjudged: 2 });
    answer(PATH, { rows: [aTestbed({ alarms: rate })] });
    show();
    (await screen.findByText("Not measured yet")).click();
    expect(await screen.findByText(/run a suite twice on one commit/)).toBeVisible();
    expect(screen.getByText(/release\/tidemark-agent run runtime-rust --suites/)).toBeVisible();
    expect(screen.getByText(/2 pairs were measured before the noise/)).toBeVisible();
  });

  it.each([
    [{ name: "sort-python", runs: 9, by_agent: true }, /run sort-python --suites FOLDER --upload/],
    [
      { name: "pack", runs: 9, by_agent: false },
      /Measure pack twice at one commit, as its reports/,
    ],
    [null, /Nothing was measured here yet/],
  ])("offers to repeat only what was measured on it: %o", async (repeatable, said) => {
    const rate = aRate({ comparisons: 0, alarms: 0, rate: null, low: 0, high: 1 });
    answer(PATH, { rows: [aTestbed({ alarms: rate, repeatable })] });
    show();
    (await screen.findByText("Not measured yet")).click();
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByText(/runtime-rust --suites/)).toBeNull();
  });

  it("tells suites and metrics apart where there are several", async () => {
    const groups = ["time", "memory"].map((metric) => ({
      suite: "runtime-rust",
      metric,
      scatter: SCATTER,
    }));
    answer(PATH, { rows: [aTestbed({ groups })] });
    show();
    const table = await screen.findByRole("table", { name: "Noise by suite and metric" });
    expect(within(table).getAllByRole("row")).toHaveLength(3);
  });

  it("stands below the machines of the testbed, and last where nobody named one", async () => {
    answer(PATH, { rows: ["attic", "lab"].map((name, id) => aTestbed({ id, name })) });
    show([aMachine({ id: 1, name: "box-1", testbed: "lab" })]);
    await screen.findByText("Noise of attic");
    const heads = screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent);
    expect(heads).toEqual(["box-1", "Noise of lab", "Noise of attic"]);
  });

  it("with few runs says from when on it can tell", async () => {
    const scatter = {
      series: 0,
      unknown: 4,
      lower_quartile: null,
      median: null,
      upper_quartile: null,
      median_change: null,
      worst_change: null,
    };
    answer(PATH, { rows: [aTestbed({ scatter, groups: [], noisiest: [] })] });
    show();
    expect(
      await screen.findByText(
        /4 series are here. The noise of one is estimated from 13 runs, six of them since/,
      ),
    ).toBeVisible();
  });

  it("that fails says so", async () => {
    fail(PATH, { status: 404 });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "not found, or you do not have access",
    );
  });
});
