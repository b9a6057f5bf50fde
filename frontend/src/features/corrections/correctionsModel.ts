/** Words and rules of corrections. */

import type { StoredMetric } from "@/api/types";

export const KINDS = ["suite", "benchmark", "metric", "testbed", "branch", "machine"] as const;
export type Kind = (typeof KINDS)[number];

export const DIRECTIONS = [
  { value: "lower", label: "lower is better" },
  { value: "higher", label: "higher is better" },
  { value: "unknown", label: "not known" },
] as const;

export interface RunsForm {
  suite: string;
  testbed: string;
  branch: string;
  /** Days as 2026-05-03; the first and the last. */
  since: string;
  until: string;
  reason: string;
}

export const NO_RUNS: RunsForm = {
  suite: "",
  testbed: "",
  branch: "",
  since: "",
  until: "",
  reason: "",
};

const DAY_MS = 86_400_000;

/** What is asked of the server: only what was filled in, days as moments, the last day included. */
export function whereOf({ suite, testbed, branch, since, until }: RunsForm) {
  const next = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString();
  const filled = {
    suite,
    testbed,
    branch,
    since: since === "" ? "" : `${since}T00:00:00Z`,
    until: until === "" ? "" : next(until),
  };
  return Object.fromEntries(Object.entries(filled).filter(([, text]) => text !== ""));
}

export interface MetricFilter {
  /** A whole name; empty for any suite. */
  suite: string;
  /** Part of the name of a metric, in any case. */
  text: string;
}

export const ANY: MetricFilter = { suite: "", text: "" };

/** The metrics that a filter lets through, in their order. */
export function metricsOf<Metric extends Pick<StoredMetric, "suite" | "name">>(
  rows: readonly Metric[],
  { suite, text }: MetricFilter,
): Metric[] {
  const part = text.trim().toLowerCase();
  return rows.filter(
    (one) => (suite === "" || one.suite === suite) && one.name.toLowerCase().includes(part),
  );
}
