import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { SeriesNoise as Noise } from "@/api/types";
import { aLabel } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { useUrlState } from "@/ui/url/useUrlState";
import { exploreCodec } from "./exploreUrl";
import { SeriesNoise } from "./SeriesNoise";

const NOISE: Noise = {
  series: aLabel(),
  runs: 40,
  samples: 5,
  sentence: "Most of the scatter is new in each run (96 %).",
  sources: [
    { name: "between samples of a run", scatter: 0.004, low: 0.0036, high: 0.0045, share: 0.04 },
    { name: "new in each run", scatter: 0.02, low: 0.016, high: null, share: 0.96 },
  ],
  of_a_run: 0.021,
  at_best: 0.02,
  smallest_change: 0.062,
  effects: [
    { effect: 0.01, pairs: null, is_hopeless: true, sentence: "" },
    { effect: 0.05, pairs: 12, is_hopeless: false, sentence: "" },
  ],
  advice: {
    set_up: 5,
    samples_per_run: 1,
    buys_more: "runs",
    saving: 0.4,
    sentence: "More runs pay better.",
  },
  warnings: ["2 of 200 samples lay far out and were pulled in."],
};

function Shown() {
  const [state, change] = useUrlState(exploreCodec);
  return <SeriesNoise project="demo" state={state} onChange={change} />;
}

function show(series: number[]) {
  return renderPage(
    Shown,
    "/p/$project/explore",
    `/p/demo/explore?${series.map((id) => `series=${id}`).join("&")}`,
  );
}

describe("the noise of one series", () => {
  it("is fetched when it is opened, and told by source with what answers cost", async () => {
    answer("/projects/demo/series/7/noise", NOISE);
    show([7]);
    await userEvent.click(await screen.findByText(/required sample size/));
    expect(await screen.findByText(NOISE.sentence)).toBeVisible();
    expect(screen.getByText(/More runs pay better/)).toHaveTextContent(
      "a run start costs 5 samples",
    );
    expect(screen.getByText(/^2\s% \[1\.6, ∞\]/)).toHaveTextContent(/96\s% of the variance/);
    expect(screen.getByText("40 runs of 5 samples")).toBeVisible();
    expect(screen.getByText("about 12 pairs of runs")).toBeVisible();
    expect(screen.getByText(/more than 1\s000 pairs of runs/)).toBeVisible();
    expect(screen.getByText(/pulled in/)).toBeVisible();
  });

  it("is not offered for several series", async () => {
    const { container } = show([7, 8]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(container).not.toHaveTextContent("Noise");
  });
});
