// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ApiError, problemOf, waitOf } from "./errors";
import { isWorthRetrying, pauseBefore } from "./queryClient";

function refusal(status: number, retryAfter?: string): ApiError {
  const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  const response = new Response(null, { status, headers });
  return new ApiError(problemOf(undefined, response), waitOf(response));
}

function tries(error: Error): number {
  let failures = 0;
  while (isWorthRetrying(failures, error)) failures += 1;
  return failures;
}

describe("a failed question", () => {
  it("is asked again when the server said so, neither earlier nor together with all others", () => {
    for (const status of [429, 503]) {
      const busy = refusal(status, "3");
      expect(tries(busy)).toBe(5);
      const pauses = [0, 1, 2, 3, 4].map((failures) => pauseBefore(failures, busy));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3000);
      expect(Math.max(...pauses)).toBeLessThan(6000);
      expect(new Set(pauses).size).toBeGreaterThan(1);
    }
  });

  it("is asked again soon where the server fails without a time", () => {
    expect(tries(refusal(500))).toBe(2);
    expect(tries(refusal(503))).toBe(2);
    expect(pauseBefore(1, refusal(500))).toBe(800);
  });

  it("is over when it was refused, or nobody would wait so long", () => {
    for (const error of [refusal(404), refusal(403, "1"), refusal(429), refusal(429, "3600")]) {
      expect(tries(error)).toBe(0);
    }
  });
});
