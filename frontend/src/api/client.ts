/** The typed client of our API; every request of the interface goes through it. */

import createClient from "openapi-fetch";
import { ApiError, problemOf, UNREACHABLE, waitOf } from "./errors";
import type { paths } from "./schema.gen";

/** Array parameters are repeated: `?suite=a&suite=b`. */
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  headers: { "X-Tidemark": "1" },
  querySerializer: { array: { style: "form", explode: true } },
  fetch: (request) => globalThis.fetch(request),
});

interface Answer<Body> {
  data?: Body | undefined;
  error?: unknown;
  response: Response;
}

/** Body of an answer, or an `ApiError` with the problem document. */
export async function unwrap<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  let settled: Answer<Body>;
  try {
    settled = await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(UNREACHABLE);
  }
  const { response } = settled;
  if (!response.ok) throw new ApiError(problemOf(settled.error, response), waitOf(response));
  return settled.data as Body;
}
