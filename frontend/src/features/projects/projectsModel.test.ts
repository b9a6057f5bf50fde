import { expect, test } from "vitest";
import { slugOf } from "./projectsModel";

test("the short name of a project has letters, digits and dashes only", () => {
  expect(slugOf("Search engine")).toBe("search-engine");
  expect(slugOf("  Größe & Maß 2.0 ")).toBe("gro-e-ma-2-0");
  expect(slugOf("測")).toBe("");
  expect(slugOf("a".repeat(80))).toHaveLength(63);
});
