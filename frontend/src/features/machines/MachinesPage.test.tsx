import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { FingerprintRevision, Machine } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { aSession } from "@/testing/builders";
import { aMachine } from "@/testing/machineBuilders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { MachinesPage } from "./MachinesPage";

const PATH = "/projects/demo/machines";
const NOISE = "/projects/demo/noise";
const show = () => renderPage(MachinesPage, "/p/$project/machines", "/p/demo/machines");

function aRevision(part: Partial<FingerprintRevision> = {}): FingerprintRevision {
  return {
    id: 1,
    revision: 1,
    hash: "abc",
    first_seen_at: "2026-01-01T00:00:00Z",
    last_run_at: "2026-01-04T00:00:00Z",
    attributes: {
      cpu_model: "EPYC",
      cores: 2,
      memory_bytes: 25769803776,
      smt: false,
      governor: "powersave",
    },
    changed: [],
    ...part,
  };
}

const first = aRevision();
const second = aRevision({
  id: 2,
  revision: 2,
  first_seen_at: "2026-01-05T00:00:00Z",
  attributes: { ...first.attributes, governor: "performance", turbo: "on" },
  changed: ["governor", "turbo"],
});

const machine: Machine = {
  id: 1,
  name: "bench-1",
  full_name: "bench-1",
  testbed: "lab",
  runs: 3,
  last_run_at: "2026-01-08T12:30:00Z",
  imported_at: "2026-01-08T11:30:00Z",
  ends_by_itself: false,
  fingerprint: second,
  revisions: [second, first],
  fitness: aMachine().fitness,
  quarantine: null,
  history: [
    { run: 1, measured_at: "2026-01-07T12:30:00Z", score: 82, is_unfit: false },
    { run: 2, measured_at: "2026-01-08T12:30:00Z", score: 41, is_unfit: true },
  ],
  agents: [
    {
      id: 1,
      name: "bench-1",
      version: "tidemark-agent 0.1.0",
      state: "running",
      suite: "runtime-rust",
      progress: { done: 3, total: 40 },
      message: null,
      spooled: 0,
      planned: [],
      last_beat_at: "2026-01-08T12:30:00Z",
      is_silent: false,
      key: null,
      version_trouble: "",
      machine_id: 1,
    },
  ],
};

beforeEach(() => {
  answer(NOISE, { rows: [] });
  answer("/session", aSession());
});

describe("the machines page", () => {
  it("names those that are not fit to measure in its answer, and shows them first", async () => {
    const unfit = { ...machine.fitness, verdict: "not fit" } as const;
    const vm = { ...machine, id: 2, name: "vm", full_name: "vm", testbed: "vm", fitness: unfit };
    answer(PATH, {
      rows: [
        { ...machine, agents: [] },
        { ...vm, agents: [] },
      ],
    });
    show();
    const title = await screen.findByRole("heading", { level: 1 });
    expect(title).toHaveTextContent("1 of 2 machines is not fit to measure: vm; no agent");
    const names = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    expect(names.slice(0, 2)).toEqual(["vm", "bench-1"]);
  });

  it("shows a machine with its fingerprint in readable units", async () => {
    answer(PATH, { rows: [machine] });
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 machine; bench-1 is measuring",
    );
    const panel = screen.getByRole("region", { name: "bench-1" });
    expect(within(panel).getByText("CPU model")).not.toBeVisible();
    within(panel)
      .getByText(/attributes$/)
      .click();
    expect(within(panel).getByText(/24\sGiB/)).toBeVisible();
    expect(within(panel).getByText("CPU model")).toBeVisible();
    expect(within(panel).getByText("no")).toBeVisible();
    expect(within(panel).getByText(/3 runs, last .*results imported/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("draws the noise of its newest runs, and says which were not fit", async () => {
    answer(PATH, { rows: [machine] });
    show();
    const text = "Noise score, 0 to 100, of 2 runs; 1 not fit";
    expect(await screen.findByRole("img", { name: `bench-1: ${text}` })).toBeVisible();
    expect(screen.getByText(/run 2: noise score 41 of 100, not fit$/)).toBeInTheDocument();
  });

  it("says how each revision differs from the one before it", async () => {
    answer(PATH, { rows: [machine] });
    show();
    expect(await screen.findByText("governor: powersave → performance")).toBeVisible();
    expect(screen.getByText("turbo: absent → on")).toBeVisible();
    expect(screen.getByText("first seen")).toBeVisible();
    expect(screen.queryByText(/last measured/)).toBeNull();
  });

  it("says which revision is the present one where an earlier one came back", async () => {
    answer(PATH, { rows: [{ ...machine, fingerprint: first }] });
    show();
    const [newest, oldest] = await screen.findAllByText(/last measured/);
    expect(newest).toHaveTextContent(/^no more: last measured/);
    expect(oldest).toHaveTextContent(/^the machine is like this again, last measured/);
  });

  it("puts a silent agent into the answer", async () => {
    const [agent] = machine.agents;
    answer(PATH, { rows: [{ ...machine, agents: [{ ...agent, is_silent: true }] }] });
    show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
      "1 machine; bench-1 is silent",
    );
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("without machines says how one gets here", async () => {
    answer(PATH, { rows: [] });
    show();
    expect(await screen.findByText("tidemark-agent serve")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Add a machine" })).toBeVisible();
  });

  it("that fails says so", async () => {
    fail(PATH, { status: 404 });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The machines: not found, or you do not have access.",
    );
  });
});

describe("an agent of a far version", () => {
  it("says which agent gets no new jobs, and what to do", async () => {
    const [agent] = machine.agents;
    const version_trouble =
      "version 0.1.0 is too old for server 0.4.0: run `tidemark-agent update` there";
    answer(PATH, { rows: [{ ...machine, agents: [{ ...agent, version_trouble }] }] });
    show();
    expect(await screen.findByText(/^It gets no new jobs:/)).toHaveTextContent(version_trouble);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
      "1 machine; bench-1 gets no new jobs: its version is too far from the server's",
    );
  });
});
