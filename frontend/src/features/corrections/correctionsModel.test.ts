import { expect, test } from "vitest";
import { ANY, metricsOf, NO_RUNS, whereOf } from "./correctionsModel";

test("only what was filled in is asked for, and the last day counts whole", () => {
  expect(whereOf(NO_RUNS)).toEqual({});
  expect(whereOf({ ...NO_RUNS, testbed: "vm", since: "2026-05-03", until: "2026-05-05" })).toEqual({
    testbed: "vm",
    since: "2026-05-03T00:00:00Z",
    until: "2026-05-06T00:00:00.000Z",
  });
});

test("metrics are found by suite and by part of their name", () => {
  const rows = [
    { suite: "go", name: "allocations_per_op" },
    { suite: "go", name: "time_per_op" },
    { suite: "go-net", name: "time_per_op" },
  ];
  expect(metricsOf(rows, ANY)).toEqual(rows);
  expect(metricsOf(rows, { suite: "go", text: "" })).toEqual(rows.slice(0, 2));
  expect(metricsOf(rows, { suite: "", text: " Time" })).toEqual(rows.slice(1));
  expect(metricsOf(rows, { suite: "go-net", text: "alloc" })).toEqual([]);
});
