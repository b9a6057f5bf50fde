/** A run with all of its results, which come some thousand at a time. */

import { api, unwrap } from "./client";
import type { RunDetail } from "./types";

export async function wholeRun(
  project: string,
  run: number,
  signal: AbortSignal,
): Promise<RunDetail> {
  const path = { project, run_id: run };
  const first = await unwrap(
    api.GET("/api/v1/projects/{project}/runs/{run_id}", { params: { path }, signal }),
  );
  const rows = [...first.rows];
  let cursor = first.next;
  while (cursor !== null) {
    const asked = { params: { path, query: { cursor } }, signal };
    const page = await unwrap(api.GET("/api/v1/projects/{project}/runs/{run_id}/results", asked));
    rows.push(...page.rows);
    cursor = page.next;
  }
  return { ...first, rows, next: null };
}
