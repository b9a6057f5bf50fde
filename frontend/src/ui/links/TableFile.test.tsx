import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TableFile } from "./TableFile";

it("asks for the rows of the page as CSV, every value of a filter by itself", () => {
  const query = { suite: ["a b", "c"], margin: 0.05, run: null, also: undefined };
  render(<TableFile project="de mo" path="sweeps/3/n" query={query} />);
  expect(screen.getByRole("link", { name: "Save as CSV" })).toHaveAttribute(
    "href",
    "/api/v1/projects/de%20mo/sweeps/3/n?format=csv&suite=a+b&suite=c&margin=0.05",
  );
});
