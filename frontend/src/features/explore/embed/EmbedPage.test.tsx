import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aHistory, aLabel, aSeries } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { EmbedPage } from "./EmbedPage";

const open = (query: string) =>
  renderPage(EmbedPage, "/embed/$project/explore", `/embed/demo/explore${query}`);

describe("an embedded chart", () => {
  afterEach(() => {
    delete document.documentElement.dataset.theme;
  });

  it("is drawn with its title and unit, in the theme of its address, and leads to the page", async () => {
    answer("/projects/demo/history", aHistory(aSeries([0.1, 0.2], { series: aLabel({ id: 7 }) })));
    const { container } = open("?series=7&theme=dark");
    expect(await screen.findByText("search: wall_time in ms, lower is better")).toBeTruthy();
    expect(document.documentElement.dataset.theme).toBe("dark");
    const link = screen.getByRole("link", { name: "Open in Tidemark" });
    expect(link.getAttribute("href")).toBe("/p/demo/explore?series=7&theme=dark");
    expect(await violationsOf(container)).toEqual([]);
  });

  it("draws a formula", async () => {
    const series = aLabel({ id: -1, metric: "ratio(#1, #2)", unit: "1" });
    const history = aHistory(aSeries([1, 1.5], { series }));
    answer("/projects/demo/formula", { history, operands: [], notes: [] });
    open("?formula=ratio(%231,%20%232)");
    expect(await screen.findByText(/^ratio\(#1, #2\), lower is better/)).toBeTruthy();
  });

  it("draws what the explorer draws: a chart for each value of the split, and formulas beside", async () => {
    const variant = (id: number, threads: number) =>
      aSeries([0.1, 0.2], { series: aLabel({ id, parameters: { threads } }) });
    answer("/projects/demo/history", aHistory(variant(7, 1), variant(8, 2)));
    const series = aLabel({ id: -1, metric: "ratio(#7, #8)", unit: "1" });
    answer("/projects/demo/formula", {
      history: aHistory(aSeries([1, 1.5], { series })),
      operands: [],
      notes: [],
    });
    open("?series=7&series=8&split=param.threads&scale=relative&formula=ratio(%237,%20%238)");
    expect(await screen.findByText(/^threads 1: wall_time in %/)).toBeTruthy();
    expect(screen.getByText(/^threads 2: wall_time in %/)).toBeTruthy();
    expect(await screen.findByText(/^ratio\(#7, #8\), lower is better/)).toBeTruthy();
  });

  it("says that private projects are not shown elsewhere", async () => {
    fail("/projects/demo/history", { status: 401, title: "Unauthorized" });
    open("?series=7");
    await waitFor(() => expect(screen.getByText(/belongs to a private project/)).toBeTruthy());
  });
});
