import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { ErrorState } from "./ErrorState";
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

it("says a refusal once, where its only fault says it too", () => {
  const reason = "“127.0.0.1” is inside a private network";
  const fault = { pointer: "/address", reason, remedy: "name a public host" };
  const problem = { type: "x", title: "No", status: 422, detail: `blocked: ${reason}` };
  const said = (faults: (typeof fault)[]) => {
    const error = new ApiError({ ...problem, faults } as never);
    const { container } = render(<ErrorState error={error} what="Not added." />);
    return container.textContent;
  };
  expect(said([fault])).toContain(`${reason}. Name a public host.`);
  expect(said([fault])).not.toContain("locked");
  expect(said([])).toContain(`Blocked: ${reason}.`);
});
