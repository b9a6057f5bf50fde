import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aView } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { PinnedViews } from "./PinnedViews";

const show = () => renderPage(() => <PinnedViews project="demo" />, "/p/$project", "/p/demo");

describe("pinned views", () => {
  it("are links that open the page with its whole state", async () => {
    answer("/projects/demo/views", [aView({ is_pinned: true, note: "for Mondays" })]);
    const { user, router } = show();
    expect(await screen.findByText("for Mondays")).toBeTruthy();
    await user.click(screen.getByRole("link", { name: "Allocator, both boxes" }));
    expect(router.state.location.pathname).toBe("/p/demo/explore");
    expect(router.state.location.search).toEqual({ series: ["1", "2"] });
  });
});
