/** Failures of a request as one error with a problem document. */

import type { Fault, Problem } from "./types";

export class ApiError extends Error {
  readonly problem: Problem;
  readonly faults: Fault[];
  /** Seconds after which the server wants to be asked again, where it says so. */
  readonly waitS: number | undefined;

  constructor(problem: Problem, waitS?: number) {
    super(problem.detail || problem.title);
    this.name = "ApiError";
    this.problem = problem;
    this.faults = problem.faults ?? [];
    this.waitS = waitS;
  }

  get status(): number {
    return this.problem.status;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "title" in body && "detail" in body;
}

/** The problem document of an answer; answers that carry none (a proxy's page) get a plain one. */
export function problemOf(body: unknown, response: Response): Problem {
  if (isProblem(body) && typeof body.title === "string") return body;
  return {
    type: "about:blank",
    title: response.statusText || `Answer ${response.status}`,
    status: response.status,
    detail: `The server answered ${response.status} without saying why.`,
    faults: [],
  };
}

/** What `Retry-After` says in seconds; a date, which our server never sends, is left aside. */
export function waitOf(response: Response): number | undefined {
  const said = response.headers.get("Retry-After");
  return said !== null && /^\d{1,5}$/.test(said) ? Number(said) : undefined;
}

/** Problem of a request that got no answer at all. */
export const UNREACHABLE: Problem = {
  type: "about:blank",
  title: "The server does not answer",
  status: 0,
  detail: "The request did not reach the server, or its answer did not come back.",
  faults: [],
};
