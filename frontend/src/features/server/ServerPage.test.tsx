import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ServerPoint, ServerStatus } from "@/api/types";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { ServerPage } from "./ServerPage";
import { answerOf, chartsOf, tilesOf } from "./serverModel";

const PATH = "/server";
const show = () => renderPage(ServerPage, "/server", "/server");

function aPoint(minute: number, part: Partial<ServerPoint> = {}): ServerPoint {
  return {
    at: `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`,
    requests_per_minute: 120,
    failed_per_minute: 0,
    mean_answer_s: 0.004,
    work_waiting: 0,
    work_oldest_s: 0,
    reports_waiting: 0,
    ingestion_lag_s: 0,
    disk_free_bytes: 2 ** 36,
    database_bytes: 2 ** 30,
    ...part,
  };
}

function aStatus(part: Partial<ServerStatus> = {}): ServerStatus {
  return {
    version: "1.2.3",
    read_at: "2026-01-01T00:10:00Z",
    findings: [],
    waiting: [],
    agents: [],
    now: aPoint(3),
    points: [aPoint(0, { requests_per_minute: null, mean_answer_s: null }), aPoint(1), aPoint(2)],
    hours: 24,
    ...part,
  };
}

describe("the page of the server", () => {
  it("says that everything works and draws how it did", async () => {
    answer(PATH, aStatus());
    const { container } = show();
    expect(
      await screen.findByRole("heading", { level: 1, name: "Everything works" }),
    ).toBeVisible();
    const tiles = within(screen.getByRole("list", { name: "At a glance" }));
    expect(tiles.getByText("Reports waiting").closest("li")).toHaveTextContent("0all are ingested");
    expect(tiles.getByText("Requests a minute").closest("li")).toHaveTextContent("120");
    expect(screen.getByText("Nothing waits.")).toBeVisible();
    expect(screen.getByRole("figure", { name: /Free disk/ })).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("names what is wrong with its remedy, what waits and who is silent", async () => {
    answer(
      PATH,
      aStatus({
        findings: [
          { severity: "fault", part: "disk", reason: "1 MiB is free", remedy: "free some space" },
          {
            severity: "warning",
            part: "reports",
            reason: "2 reports failed",
            remedy: "retry them",
          },
        ],
        waiting: [{ name: "detection.detect_changes", count: 40, oldest_s: 400 }],
        agents: [{ project: "demo", name: "box", silent_s: 7_200 }],
      }),
    );
    show();
    expect(
      await screen.findByRole("heading", { level: 1, name: "1 fault, 1 warning" }),
    ).toBeVisible();
    const wrong = within(screen.getByRole("list", { name: "What is wrong" }));
    expect(wrong.getAllByRole("listitem")[0]).toHaveTextContent(
      "Fault (disk): 1 MiB is free.To do: free some space.",
    );
    expect(screen.getByRole("table", { name: "Background work that waits" })).toHaveTextContent(
      "detection.detect_changes40400 s",
    );
    expect(screen.getByRole("table", { name: "Agents" })).toHaveTextContent("boxdemo2.0 h ago");
  });

  it("says when history begins, and what to do where it cannot be loaded", async () => {
    answer(PATH, aStatus({ points: [] }));
    const { unmount } = show();
    expect(await screen.findByText("No history yet.")).toBeVisible();
    unmount();
    fail(PATH, { status: 403, detail: "this needs an administrator" });
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("This needs an administrator");
  });
});

describe("the model of the server", () => {
  it("counts faults before warnings", () => {
    expect(answerOf(undefined)).toBe("Server");
    expect(answerOf([])).toBe("Everything works");
  });

  it("marks late reports, failed requests and silent agents", () => {
    const status = aStatus({
      now: aPoint(1, { reports_waiting: 3, ingestion_lag_s: 900, failed_per_minute: 2 }),
      agents: [
        { project: "demo", name: "box", silent_s: 10 },
        { project: "demo", name: "old", silent_s: 5_000 },
      ],
    });
    const tones = tilesOf(status).map(({ name, tone }) => `${name}: ${tone}`);
    expect(tones).toEqual([
      "Reports waiting: worse",
      "Requests a minute: worse",
      "Free disk: plain",
      "Agents heard: worse",
    ]);
  });

  it("leaves out charts of which nothing is known", () => {
    const points = [0, 1, 2].map((minute) => aPoint(minute, { disk_free_bytes: null }));
    expect(chartsOf(points).map(({ id }) => id)).toEqual([
      "requests",
      "answers",
      "lag",
      "waiting",
      "database",
    ]);
    expect(chartsOf(points.slice(0, 1))).toEqual([]);
  });
});
