// @vitest-environment node
import { expect, it } from "vitest";
import { aDetail } from "@/testing/compareBuilders";
import { circumstancesText, withCircumstances } from "./circumstances";
import { runBefore } from "./exploreModel";

const noisy = { machine_id: 1, machine: "vm", text: "which was not fit", is_unfit: true };

it("says of the newest point whether the binary is the same and the machine was fit", () => {
  const detail = aDetail();
  const row = { ...detail.row, sentence: "52 % slower; same binary on both sides: not the code" };
  const text = circumstancesText({ row, noisy_machines: [noisy] });
  expect(text).toBe("same binary as before: not the code; the machine was not fit");
  expect(withCircumstances("wall_time is 48.4 ms; no open change.", text)).toBe(
    `wall_time is 48.4 ms; no open change; ${text}.`,
  );
});

it("compares with the first run of the commit before", () => {
  const line = {
    value: [1, 1, null, 2, 3],
    at: [0, 1, 1, 1, 2],
    run: [4, 5, 6, 7, 8],
    further_runs: [7],
  };
  expect(runBefore(line as never, 4)).toBe(5);
  expect(runBefore(line as never, 3)).toBe(4);
  expect(runBefore(line as never, 0)).toBeNull();
});

it("says nothing where nothing is known", () => {
  expect(circumstancesText(undefined)).toBe("");
  expect(circumstancesText({ ...aDetail(), noisy_machines: [] })).toBe("");
  expect(withCircumstances("No results.", "")).toBe("No results.");
});
