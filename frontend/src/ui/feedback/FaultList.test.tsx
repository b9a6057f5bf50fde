import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FaultList } from "./FaultList";

it("names the side of a comparison in words, and a place in a document by its address", () => {
  const reason = "testbed “ci” has no results of a commit of vm";
  const fault = { pointer: "/query/baseline", reason, remedy: "" };
  render(<FaultList faults={[fault, { ...fault, pointer: "/results/3" }]} />);
  const [side, place] = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(side).toContain("Baseline: Testbed “ci” has no results of a commit of vm.");
  expect(side).not.toContain("/query");
  expect(place).toContain("/results/3");
});
