// @vitest-environment node
import { expect, it } from "vitest";
import { weekBeside } from "./weekModel";

it("walks weeks over the ends of years", () => {
  expect(weekBeside("2026-W47", -1)).toBe("2026-W46");
  expect(weekBeside("2026-W53", 1)).toBe("2027-W01");
  expect(weekBeside("2021-W01", -1)).toBe("2020-W53");
  expect(weekBeside("2026-W01", -1)).toBe("2025-W52");
});
