import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aRun } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { aCurve, aSweep } from "@/testing/sweepBuilders";
import { SweepPage } from "./SweepPage";
import { SweepsPage } from "./SweepsPage";

const PATH = "/projects/demo/sweeps/3/blocking_max_threads";

function open(search = "") {
  answer("/projects/demo/sweep-optima/3", { axis: "", metric: "", unit: "s", curves: [] });
  return renderPage(
    SweepPage,
    "/p/$project/sweeps/$benchmark/$axis",
    `/p/demo/sweeps/3/blocking_max_threads${search}`,
  );
}

describe("the page of a sweep", () => {
  it("answers with the sentence of the server and says what it rests on", async () => {
    answer(PATH, aSweep({ failed: [16] }));
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Best at 8." })).toBeTruthy();
    expect(
      screen.getByText(/holds the true best value with 95 % confidence.*uses 20 paired rounds/),
    ).toBeTruthy();
    expect(screen.getByText(/Failed at blocking_max_threads = 16/)).toBeTruthy();
  });

  it("makes no claim from summaries", async () => {
    answer(PATH, aSweep({ curves: [aCurve({ 1: 2, 2: 1 }, { claim: "summary only" })] }));
    open();
    expect(await screen.findByText(/Summary only, no samples/)).toBeTruthy();
    expect(screen.queryByText(/confidence/)).toBeNull();
  });

  it("draws far values on a logarithmic axis unless told otherwise", async () => {
    answer(PATH, aSweep());
    const { user, router } = open();
    const across = await screen.findByLabelText("X axis");
    expect(across).toHaveProperty("value", "log");
    await user.selectOptions(across, "linear");
    await waitFor(() => expect(router.state.location.searchStr).toBe("?across=linear"));
  });

  it("asks the server for another metric and run", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}${PATH}`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query.toString());
        return HttpResponse.json(aSweep({ metric: query.get("metric") ?? "wall_time" }) as never);
      }),
    );
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("Metric"), "cpu_time");
    await waitFor(() => expect(asked.at(-1)).toBe("metric=cpu_time"));
    expect(
      screen.getByRole("option", { name: "the newest commit with a fit machine" }),
    ).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Commit"), "1");
    await waitFor(() => expect(asked.at(-1)).toBe("metric=cpu_time&run=1"));
  });

  it("judges several curves one by one and shows one alone", async () => {
    const curves = [
      aCurve({ 1: 2, 4: 1 }, { facet: { data: "small" }, sentence: "Four for small." }),
      aCurve({ 1: 1, 4: 2 }, { facet: { data: "med" }, sentence: "One for med." }),
    ];
    answer(PATH, aSweep({ curves }));
    const { user } = open();
    expect(await screen.findByText("Four for small.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "data=med" }));
    expect(await screen.findByRole("heading", { level: 1, name: "One for med." })).toBeTruthy();
    expect(screen.queryByText("Four for small.")).toBeNull();
  });
});

describe("what the page of a sweep says besides", () => {
  it("says what else the only curve shows, and of several how they stand to each other", async () => {
    const one = aCurve({ 1: 2, 4: 1 }, { facet: { data: "small" }, remarks: ["More stops at 4."] });
    const other = aCurve({ 1: 1, 4: 2 }, { facet: { data: "med" } });
    const crossover = {
      first: one.facet,
      second: other.facet,
      crossings: [{ low: 1, high: 4, at: 2 }],
      claimed: true,
      sentence: "data=med is faster up to 1, data=small from 4.",
    };
    answer(PATH, aSweep({ curves: [one, other], crossovers: [crossover] }));
    const { user } = open();
    expect(await screen.findByText(crossover.sentence)).toBeTruthy();
    expect(screen.queryByText("More stops at 4.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "data=small" }));
    expect(await screen.findByText("More stops at 4.")).toBeTruthy();
    expect(screen.queryByText(crossover.sentence)).toBeNull();
  });

  it("asks again with another margin, which stays in the address", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}${PATH}`, ({ request }) => {
        const margin = new URL(request.url).searchParams.get("margin");
        asked.push(margin ?? "none");
        return HttpResponse.json(aSweep({ margin: Number(margin ?? 0.02) }) as never);
      }),
    );
    const { user, router } = open();
    const choice = await screen.findByLabelText("Treat as equal within");
    expect(choice).toHaveProperty("value", "0.02");
    await user.selectOptions(choice, "0.05");
    await waitFor(() => expect(asked).toEqual(["none", "0.05"]));
    expect(router.state.location.searchStr).toBe("?margin=0.05");
  });
});

describe("a value of a sweep", () => {
  it("opens a value with the way to its samples and history", async () => {
    answer(PATH, aSweep());
    open("?at=4");
    const panel = await screen.findByRole("region", { name: "Opened value" });
    expect(panel.textContent).toContain("not distinguishable from it");
    expect(within(panel).getByRole("link", { name: "Samples" }).getAttribute("href")).toBe(
      "/p/demo/runs/2?result=2",
    );
    expect(within(panel).getByRole("link", { name: "History" }).getAttribute("href")).toBe(
      "/p/demo/explore?series=2",
    );
  });

  it("says why it could not be loaded", async () => {
    fail(PATH, { status: 422, detail: "The benchmark has no parameter of that name." });
    open();
    expect(await screen.findByText(/has no parameter of that name\./)).toBeTruthy();
  });
});

describe("the optimum over commits", () => {
  it("is drawn with what is said of it, and named in its table", async () => {
    answer(PATH, aSweep());
    const { user } = open();
    const point = (id: number, best: number, moved: boolean) => ({
      run: aRun({ id }),
      xs: [1, 4, 8],
      best_x: best,
      best_set: [best],
      value: 0.2,
      claimed: true,
      moved,
      runs: 1,
      is_fit: true,
    });
    const curve = {
      facet: {},
      points: [point(1, 8, false), point(2, 4, true)],
      sentence: "The optimum moved from 8 to 4.",
    };
    answer("/projects/demo/sweep-optima/3", {
      axis: "blocking_max_threads",
      metric: "wall_time",
      unit: "s",
      curves: [curve],
    });
    expect(await screen.findByText("The optimum moved from 8 to 4.")).toBeTruthy();
    const compare = screen.getByRole("link", { name: /^Compare / });
    expect(compare.getAttribute("href")).toMatch(/baseline=run:1&contender=run:2/);
    const figure = screen.getByRole("figure", { name: /^Best blocking_max_threads/ });
    await user.click(within(figure).getByRole("button", { name: "Table" }));
    expect(within(figure).getAllByRole("row")).toHaveLength(3);
  });
});

describe("the list of sweeps", () => {
  beforeEach(() => {
    const curve = {
      facet: { engine: "smol" },
      best_x: 8,
      best_set: [8, 12],
      values: 5,
      value: 0.2,
      claimed: true,
      points: [4, 8, 12].map((x) => ({ x, value: 1 / x, low: null, high: 1 })),
    };
    const best = { benchmark_id: 3, axis: "size", metric: "wall_time", unit: "s", curves: [curve] };
    const judged = { of: 2, run_id: 7, runs: 1, is_fit: true, measured_at: "2026-01-08T12:00:00Z" };
    answer("/projects/demo/sweep-bests", { rows: [{ ...best, ...judged }] });
  });

  it("sets apart what has one value only", async () => {
    const row = {
      benchmark_id: 3,
      suite: "allocator-c",
      benchmark: "churn",
      axis: "ring",
      values: 1,
      metrics: ["wall_time"],
      testbeds: ["bench-1"],
      latest_run_at: null,
    };
    answer("/projects/demo/sweeps", { rows: [row, { ...row, axis: "size", values: 4 }] });
    renderPage(SweepsPage, "/p/$project/sweeps", "/p/demo/sweeps");
    expect(await screen.findByText(/nothing to compare: churn over ring\./)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "churn over ring" })).toBeNull();
    expect(screen.getByRole("link", { name: "churn over size" })).toBeTruthy();
  });

  it("says of each what is best in it", async () => {
    const row = {
      benchmark_id: 3,
      suite: "allocator-c",
      benchmark: "churn",
      axis: "ring",
      values: 3,
      metrics: ["wall_time"],
      testbeds: ["bench-1"],
      latest_run_at: null,
    };
    answer("/projects/demo/sweeps", { rows: [row, { ...row, axis: "size" }] });
    renderPage(SweepsPage, "/p/$project/sweeps", "/p/demo/sweeps");
    const name = "2 parameter sweeps.";
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    const of = (axis: string) =>
      screen.getByRole("row", { name: new RegExp(`churn over ${axis}`) });
    await waitFor(() =>
      expect(of("size")).toHaveTextContent(/8 \(tied: 12\), wall_time 200.ms1 more curve/),
    );
    expect(of("ring")).toHaveTextContent("not judged");
    const curve = within(of("size")).getByRole("img", { name: /best at 8, 12 of 5 values/ });
    await waitFor(() => expect(curve.querySelectorAll("circle[data-best]")).toHaveLength(2));
    expect(within(of("size")).getByRole("link", { name: /^run 7, / })).toHaveAttribute(
      "href",
      "/p/demo/runs/7",
    );
  });

  it("leads to each of them", async () => {
    const row = {
      benchmark_id: 3,
      suite: "runtime-rust",
      benchmark: "blocking_threads",
      axis: "blocking_max_threads",
      values: 9,
      metrics: ["wall_time"],
      testbeds: ["bench-1"],
      latest_run_at: null,
    };
    const single = { ...row, suite: "client-rust", benchmark: "http1", values: 1 };
    answer("/projects/demo/sweeps", { rows: [row, single] });
    renderPage(SweepsPage, "/p/$project/sweeps", "/p/demo/sweeps");
    expect(await screen.findByText("tidemark-agent run client-rust --full --upload")).toBeVisible();
    const link = await screen.findByRole("link", { name: /blocking_threads over/ });
    expect(link.getAttribute("href")).toBe("/p/demo/sweeps/3/blocking_max_threads");
  });

  it("says what will be here", async () => {
    answer("/projects/demo/sweeps", { rows: [] });
    renderPage(SweepsPage, "/p/$project/sweeps", "/p/demo/sweeps");
    expect(await screen.findByText("No sweeps yet.")).toBeTruthy();
  });
});
