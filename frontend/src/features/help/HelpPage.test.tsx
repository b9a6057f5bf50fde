import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { renderPage } from "@/testing/render";
import { HelpPage } from "./HelpPage";

const open = (address: string) => renderPage(HelpPage, "/help/$document", address);

it("shows how the numbers are made, at the section that a statistic names", async () => {
  const { container } = open("/help/methodology#sweeps");
  const section = await screen.findByRole("heading", { level: 2, name: "Sweeps" });
  expect(section).toHaveFocus();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "How a number becomes a verdict",
  );
  expect(screen.getByRole("img", { name: "The best set of a sweep" })).toBeInTheDocument();
  expect(await violationsOf(container)).toEqual([]);
});

it("leads to the record of the evaluation, and nowhere that is not served", async () => {
  open("/help/methodology");
  const link = (await screen.findAllByRole("link", { name: "docs/evaluation.md" }))[0];
  expect(link).toHaveAttribute("href", "/help/evaluation");
});

it("says that there is no such document", async () => {
  open("/help/secrets");
  expect(await screen.findByText("There is no document of this name.")).toBeVisible();
});
