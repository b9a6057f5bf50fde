// @vitest-environment node
import { expect, it } from "vitest";
import { aDetail } from "@/testing/compareBuilders";
import { circumstancesText, withCircumstances } from "./circumstances";

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

it("says nothing where nothing is known", () => {
  expect(circumstancesText(undefined)).toBe("");
  expect(circumstancesText({ ...aDetail(), noisy_machines: [] })).toBe("");
  expect(withCircumstances("No results.", "")).toBe("No results.");
});
