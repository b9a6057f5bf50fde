import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { BranchChoice } from "./BranchChoice";

function Bar() {
  return (
    <>
      <h1>Demo</h1>
      <BranchChoice project="demo" />
    </>
  );
}

describe("the choice of a branch", () => {
  it("is there where the page lists what it chooses", async () => {
    renderPage(Bar, "/p/$project/changes", "/p/demo/changes");
    expect(await screen.findByRole("button", { name: "All branches" })).toBeVisible();
  });

  it("is not on pages that only belong to such a one", async () => {
    renderPage(Bar, "/p/$project/triage-report", "/p/demo/triage-report");
    expect(await screen.findByRole("heading", { name: "Demo" })).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
