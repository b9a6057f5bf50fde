import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { Menu } from "./Menu";

describe("a menu", () => {
  it("opens, moves and chooses by keyboard", async () => {
    const save = vi.fn();
    render(
      <Menu
        label="Export"
        groups={[
          [{ label: "CSV", href: "/x.csv", download: "x.csv" }],
          [{ label: "Save", onSelect: save }, { label: "Gone" }],
        ]}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("menuitem", { name: "CSV" })).toHaveFocus();
    expect(screen.getByRole("menuitem", { name: "Gone" })).toHaveAttribute("aria-disabled");
    expect(await violationsOf(document.body)).toEqual([]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(save).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Export" })).toHaveFocus();
  });

  it("says what is chosen now", async () => {
    const entries = ["Light", "Dark"].map((label) => ({ label, isChecked: label === "Dark" }));
    render(<Menu label="Theme" groups={[entries]} />);
    await userEvent.click(screen.getByRole("button", { name: "Theme" }));
    expect(screen.getByRole("menuitemcheckbox", { name: "Dark" })).toBeChecked();
  });
});
