import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { SweepCurve } from "@/api/types";
import { SamplesPlot } from "@/charts/samples/SamplesPlot";
import { SweepChart } from "./SweepChart";

const curve: SweepCurve = {
  facet: { engine: "smol" },
  points: [1, 2, 4].map((x) => ({
    x,
    series_id: x,
    value: 0.3 / x,
    low: 0.29 / x,
    high: 0.31 / x,
    n: 10,
    in_best_set: x === 4,
    excess: 4 / x - 1,
    behind: null,
    is_equal: false,
    versus_default: null,
  })),
  best_x: 4,
  best_set: [4],
  claim: "interval",
  sentence: "4 is the best value.",
  remarks: [],
  form: { knee: null, plateau: null, cliffs: [], is_flat: false, more_rounds: null },
  rounds: null,
};

describe("a sweep chart", () => {
  it("draws an interval per value, fills the best set, marks what is known", () => {
    const { container } = render(
      <SweepChart
        subject="wall_time"
        unit="s"
        direction="lower"
        axis="threads"
        curves={[curve]}
        marks={[{ x: 2, label: "cores = 2" }]}
        failed={[]}
        x="log"
        y="linear"
      />,
    );
    expect(container.querySelectorAll('circle[data-best="true"]')).toHaveLength(1);
    expect(container.querySelectorAll('[data-mark="best"]')).toHaveLength(1);
    expect(screen.getByText("cores = 2")).toBeInTheDocument();
    expect(screen.getByText(/X axis: threads, logarithmic/)).toBeVisible();
  });

  it("leaves the end of an interval open where it goes on beyond the plot", () => {
    const [first, second, third] = curve.points;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("three points");
    const wide = { ...curve, points: [{ ...first, high: 50 }, second, third] };
    const { container } = render(
      <SweepChart
        subject="wall_time"
        unit="s"
        direction="lower"
        axis="threads"
        curves={[wide]}
        marks={[]}
        failed={[]}
        x="linear"
        y="linear"
      />,
    );
    const paths = [...container.querySelectorAll('[data-mark="interval"]')];
    const caps = paths.map((path) => path.getAttribute("d")?.match(/h8/g)?.length);
    expect(caps).toEqual([1, 2, 2]);
    // titled in the unit of the axis, which that end does not stretch
    expect(screen.getByRole("figure")).toHaveAccessibleName("wall_time in ms, lower is better");
  });

  it("is read and opened with keys", async () => {
    const onSelect = vi.fn();
    render(
      <SweepChart
        subject="wall_time"
        unit="s"
        direction="lower"
        axis="threads"
        curves={[curve]}
        marks={[]}
        failed={[8]}
        x="linear"
        y="linear"
        onSelect={onSelect}
      />,
    );
    const stage = screen.getByRole("group", { name: /Arrow keys/ });
    stage.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(within(stage).getByRole("status")).toHaveTextContent(/threads = 2.*150\sms.*100\s%/);
    await userEvent.keyboard("{Enter}");
    expect(onSelect).toHaveBeenCalledWith({ curve: 0, x: 2 });
    await userEvent.click(screen.getByRole("button", { name: "Table" }));
    expect(screen.getAllByRole("row")).toHaveLength(4);
  });
});

describe("the form of a sweep", () => {
  it("brackets the form of a curve, dashed and said so where nothing is claimed", () => {
    const knee = { x: 2, low: 1, high: 4, pays: "more" as const };
    const { container } = render(
      <SweepChart
        subject="wall_time"
        unit="s"
        direction="lower"
        axis="threads"
        curves={[{ ...curve, claim: "summary only", form: { ...curve.form, knee } }]}
        marks={[]}
        failed={[]}
        x="log"
        y="linear"
        margin={0.02}
      />,
    );
    expect(container.querySelectorAll('[data-mark="knee"]')).toHaveLength(1);
    expect(screen.getByText("more stops paying")).toBeInTheDocument();
    expect(screen.getByText(/by the means alone, not claimed/)).toBeVisible();
  });
});

describe("a plot of samples", () => {
  it("shows each sample in measuring order, their median and what others used", async () => {
    const samples = [0.1, 0.3, 0.2];
    const { container } = render(
      <SamplesPlot title="Samples in ms" unit="s" samples={samples} foreignCpu={[0, 0.5, 0.1]} />,
    );
    const dots = container.querySelector('[data-mark="samples"]')?.getAttribute("d") ?? "";
    expect(dots.match(/M/g)).toHaveLength(3);
    expect(screen.getByText(/Median 200\sms of 3 samples/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Table" }));
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows.slice(1).map((row) => row?.slice(0, 1))).toEqual(["1", "2", "3"]);
  });
});
