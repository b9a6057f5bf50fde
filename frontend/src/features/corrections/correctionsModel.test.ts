import { expect, test } from "vitest";
import { NO_RUNS, whereOf } from "./correctionsModel";

test("only what was filled in is asked for, and the last day counts whole", () => {
  expect(whereOf(NO_RUNS)).toEqual({});
  expect(whereOf({ ...NO_RUNS, testbed: "vm", since: "2026-05-03", until: "2026-05-05" })).toEqual({
    testbed: "vm",
    since: "2026-05-03T00:00:00Z",
    until: "2026-05-06T00:00:00.000Z",
  });
});
