import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aChange, aCommit, aHistory, aLabel, aSeries } from "@/testing/builders";
import { SeriesChart } from "./SeriesChart";

const two = aHistory(
  aSeries([0.1, 0.1, null, 0.12], {
    changes: [aChange({ commit: aCommit({ id: 4 }), suspects: 1 })],
    environment: [1, 1, 1, 2],
  }),
  aSeries([0.2, 0.2, 0.2, 0.2], { series: aLabel({ id: 2, parameters: { engine: "tokio" } }) }),
);

type Props = React.ComponentProps<typeof SeriesChart>;

const names = new Map([
  [1, "smol"],
  [2, "tokio"],
]);

function chart(part: Partial<Props>) {
  return (
    <SeriesChart
      subject="wall_time"
      commits={two.commits}
      series={two.series}
      colours={new Map()}
      names={names}
      x="commit"
      y="linear"
      window={null}
      onWindow={vi.fn()}
      selected={null}
      onSelect={vi.fn()}
      hidden={new Set()}
      onToggle={vi.fn()}
      {...part}
    />
  );
}

function show(part: Partial<Props> = {}) {
  const onSelect = vi.fn();
  const onWindow = vi.fn();
  const onToggle = vi.fn();
  const view = render(chart({ onWindow, onSelect, onToggle, ...part }));
  const stage = screen.queryByRole("group", { name: /Arrow keys/ }) as HTMLElement;
  return { ...view, stage, onSelect, onWindow, onToggle };
}

const marks = (container: HTMLElement, name: string) =>
  container.querySelectorAll(`[data-mark="${name}"]`);

describe("a chart of series", () => {
  it("draws points, steps and environment events, and is accessible", async () => {
    const { container } = show();
    expect(
      container.querySelector('path[data-series="1"]')?.getAttribute("d")?.match(/M/g),
    ).toHaveLength(3);
    expect(marks(container, "change")).toHaveLength(1);
    expect(marks(container, "environment")).toHaveLength(1);
    expect(screen.getByText(/Band: 95 % CI from the samples/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("is read with the arrow keys: all values of a commit, with intervals", async () => {
    const { stage } = show();
    stage.focus();
    await userEvent.keyboard("{End}");
    const tip = within(stage).getByRole("status");
    expect(tip).toHaveTextContent("commit3");
    expect(tip).toHaveTextContent(/smol120\sms\[118, 122\] n 10/);
    expect(tip).toHaveTextContent(/tokio200\sms/);
    await userEvent.keyboard("{ArrowLeft}");
    expect(within(stage).getByRole("status")).not.toHaveTextContent("smol");
    await userEvent.keyboard("{Escape}");
    expect(within(stage).queryByRole("status")).toBeNull();
  });

  it("opens the chosen point with Enter", async () => {
    const { stage, onSelect } = show();
    stage.focus();
    await userEvent.keyboard("{Home}{ArrowUp}{Enter}");
    expect(onSelect).toHaveBeenCalledWith({ series: 2, commit: 1 });
  });

  it("opens the point under the pointer with a click and zooms with a drag", () => {
    const { stage, onSelect, onWindow } = show();
    fireEvent.pointerDown(stage, { button: 0, clientX: 60, clientY: 300 });
    fireEvent.pointerUp(stage, { clientX: 60, clientY: 300 });
    expect(onSelect).toHaveBeenCalledWith({ series: 1, commit: 1 });
    fireEvent.pointerDown(stage, { button: 0, clientX: 60, clientY: 100 });
    fireEvent.pointerMove(stage, { clientX: 500, clientY: 100 });
    fireEvent.pointerUp(stage, { clientX: 500, clientY: 100 });
    expect(onWindow).toHaveBeenCalledWith({ from: 0, to: 2 });
    fireEvent.doubleClick(stage);
    expect(onWindow).toHaveBeenLastCalledWith(null);
  });

  it("zooms and shows all again with keys", async () => {
    const { stage, onWindow } = show();
    stage.focus();
    await userEvent.keyboard("{End}+");
    expect(onWindow).toHaveBeenCalledWith({ from: 2, to: 3 });
    await userEvent.keyboard("0");
    expect(onWindow).toHaveBeenLastCalledWith(null);
  });

  it("rings the selected and the compared point", () => {
    const { container } = show({
      selected: { series: 1, commit: 1 },
      compared: { series: 2, commit: 3 },
    });
    expect(marks(container, "picked")).toHaveLength(2);
  });

  it("has a legend that filters", async () => {
    const { onToggle } = show({ hidden: new Set([2]) });
    const tokio = screen.getByRole("button", { name: "tokio" });
    expect(tokio).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(tokio);
    expect(onToggle).toHaveBeenCalledWith(2);
  });

  it("shows the same numbers as a table", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Table" }));
    const table = screen.getByRole("table", { name: "Points of the chart" });
    expect(within(table).getByRole("columnheader", { name: /smol \(ms\)/ })).toBeVisible();
    const [, newest] = within(table).getAllByRole("row");
    expect(newest).toHaveTextContent("commit3 Change 3120200");
  });

  it("says so where a range holds no point", () => {
    show({ window: { from: 50, to: 60 } });
    expect(screen.getByText("No points in this range.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Show all" })).toBeVisible();
  });
});

describe("a result that counts in no baseline", () => {
  it("is drawn hollow where it was measured, with its reason", () => {
    const exclusion = { at: "2026-01-02T00:00:00Z", by: "Ada", reason: "another disk" };
    const excluded = [{ at: 1, run: 17, value: 0.15, exclusion }];
    const series = [aSeries([0.1, null, 0.1], { excluded })];
    const { container } = show({ ...aHistory(...series), series });
    const [hollow, ...others] = marks(container, "excluded");
    expect(others).toEqual([]);
    expect(hollow).toHaveAttribute("fill", "none");
    expect(hollow).toHaveTextContent("Run 17 counts in no baseline: another disk");
    const points = container.querySelector('path[data-series="1"]')?.getAttribute("d");
    expect(points?.match(/M/g)).toHaveLength(2);
  });
});

describe("the title of a chart of series", () => {
  it("names the unit of its axis, whatever lines are hidden or out of view", () => {
    const slow = aSeries([2, 2, 2, 2]);
    const fast = aSeries([0.02, 0.02, 0.02, 0.02], { series: aLabel({ id: 2 }) });
    const { rerender } = render(chart({ series: [slow, fast] }));
    const figure = screen.getByRole("figure");
    expect(figure).toHaveAccessibleName("wall_time in s, lower is better");
    rerender(chart({ series: [slow, fast], hidden: new Set([1]) }));
    expect(figure).toHaveAccessibleName("wall_time in ms, lower is better");
    rerender(chart({ series: [slow, fast], y: "relative" }));
    expect(figure).toHaveAccessibleName("wall_time in % of the first shown, lower is better");
    rerender(chart({ series: [] }));
    expect(figure).toHaveAccessibleName("wall_time");
  });
});
