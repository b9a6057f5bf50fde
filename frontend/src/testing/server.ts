/** The wire in tests: answers and failures as the server would give them. */

import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { Problem } from "@/api/types";
import { someQuotas } from "./builders";

const BASE = "*/api/v1";
const NO_QUOTAS = someQuotas();

/** All parts of the server do their work, and no quota limits jobs, unless a test says otherwise. */
export const server = setupServer(
  http.get(`${BASE}/ready`, () => HttpResponse.json({ status: "ready", warnings: [] })),
  http.get(`${BASE}/projects/:project/quotas`, () => HttpResponse.json({ ...NO_QUOTAS })),
);

/** `answer('/projects/demo/runs', page)`: the body of a GET. */
export function answer(path: string, body: unknown) {
  server.use(http.get(`${BASE}${path}`, () => HttpResponse.json(body as Record<string, unknown>)));
}

/** A GET that fails with a problem document. */
export function fail(path: string, problem: Partial<Problem> & { status: number }) {
  const whole = {
    type: "about:blank",
    title: "Failed",
    detail: "It failed.",
    faults: [],
    ...problem,
  };
  const headers = { "Content-Type": "application/problem+json" };
  server.use(
    http.get(`${BASE}${path}`, () => HttpResponse.json(whole, { status: problem.status, headers })),
  );
}

export { BASE, HttpResponse, http };
