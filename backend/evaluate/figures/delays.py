"""How soon a step is reported, by its size."""

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.evaluate.finders import ours
from backend.evaluate.replay import AFTER, runs_to_see, stepped

SEED = 2
REPEATS = 150
SIZES = (1.0, 1.5, 2.0, 3.0, 5.0)


def draw() -> Drawing:
    """Draw for each size the share of steps that are reported by that many runs."""
    drawing = Drawing(
        "How soon a step is reported",
        380,
        f"Share of {REPEATS} steps found, by runs of the new level; 100 Gaussian runs before.",
    )
    axes = Axes(drawing, Scale(0, AFTER, 56, 640), Scale(0, 1, 320, 80))
    axes.up([(share, f"{100 * share:.0f} %") for share in (0.0, 0.25, 0.5, 0.75, 1.0)])
    axes.across([(run, str(run)) for run in range(0, AFTER + 1, 5)], "runs of the new level seen")
    finder = ours()
    for size in SIZES:
        seeds = [(SEED, number, int(10 * size)) for number in range(REPEATS)]
        runs = [runs_to_see(finder, stepped(seed, size)) for seed in seeds]
        _curve(axes, size, runs)
    return drawing


def _curve(axes: Axes, size: float, runs: list[int]) -> None:
    """Draw steps that rise where something was found, named where they end or are steepest."""
    seen = np.array(runs)
    shares = [float(np.mean(seen <= run)) for run in range(AFTER + 1)]
    corners = [(0.0, 0.0)]
    for run in range(1, AFTER + 1):
        corners += [(float(run), shares[run - 1]), (float(run), shares[run])]
    axes.curve(corners, "s-blue w2")
    half = next((run for run, share in enumerate(shares) if share >= 0.5), AFTER)  # noqa: PLR2004
    x, y = axes.at(half, max(shares[half], 0.5))
    if half == AFTER or size <= 1.0:
        x, y = axes.at(AFTER, shares[-1])
    axes.drawing.text(x + 8, y + 4, f"{size:g} sigma", "blue small halo")
