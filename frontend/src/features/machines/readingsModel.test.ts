import { describe, expect, it } from "vitest";
import { aReading } from "@/testing/machineBuilders";
import {
  controlCounts,
  controlLimits,
  controlLines,
  environmentEvents,
  readingTicks,
  scoreLine,
} from "./readingsModel";

const readings = [
  aReading({ run: 1, revision: 1, score: 80 }),
  aReading({ run: 2, revision: 1, score: null }),
  aReading({ run: 3, revision: 2, score: 60, verdict: "veto" }),
];

describe("readings of a machine", () => {
  it("are drawn at their run; those without a score leave a gap in the count", () => {
    expect(scoreLine(readings).points.map(({ x, y }) => [x, y])).toEqual([
      [0, 80],
      [2, 60],
    ]);
  });

  it("mark vetoed runs", () => {
    const [line] = controlLines(readings);
    expect(line?.name).toBe("integer work");
    expect(line?.points.map(({ isBad }) => isBad)).toEqual([false, false, true]);
    expect(controlCounts(readings)).toBe("3 judged runs: 2 steady, 0 moved, 1 vetoed.");
    const imported = aReading({ run: 4, verdict: null });
    expect(controlCounts([...readings, imported])).toBe(
      "3 judged runs: 2 steady, 0 moved, 1 vetoed. 1 more has no control.",
    );
  });

  it("name the limit of the newest run that has one", () => {
    expect(controlLimits([...readings, aReading({ works: [] })])).toBe(
      "Newest limit: an interval wholly beyond 10.0\u202f% (integer work) vetoes; so may a step against earlier runs",
    );
    expect(controlLimits([aReading({ works: [] })])).toBeNull();
  });

  it("mark scores at the limit", () => {
    const scores = scoreLine([aReading({ score: 51 }), aReading({ score: 50 })]);
    expect(scores.points.map(({ isBad }) => isBad)).toEqual([false, true]);
  });

  it("say where the machine became another, and in what", () => {
    const revision = {
      id: 2,
      revision: 2,
      hash: "b",
      first_seen_at: "2026-01-02T00:00:00Z",
      last_run_at: "2026-01-02T00:00:00Z",
      attributes: {},
      changed: ["kernel", "cpu_max_khz"],
    };
    expect(environmentEvents(readings, [revision])).toEqual([
      { x: 2, label: "fingerprint 2: kernel, CPU max" },
    ]);
  });

  it("have labels that differ: dates, times within a day, runs within a second", () => {
    const labels = (...times: string[]) =>
      readingTicks(
        times.map((time, place) => aReading({ run: place + 1, measured_at: `2026-01-${time}Z` })),
        9,
      ).map(({ label }) => label);
    expect(labels("08T12:30:00", "09T12:30:00")).toEqual(["2026-01-08", "2026-01-09"]);
    expect(labels("08T12:30:00", "08T13:30:00")).toEqual(["01-08 12:30", "01-08 13:30"]);
    expect(labels("08T12:30:00", "08T12:30:20")).toEqual(["12:30:00", "12:30:20"]);
    expect(labels("08T12:30:00", "08T12:30:00")).toEqual(["run 1", "run 2"]);
  });
});
