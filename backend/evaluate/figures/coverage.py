"""How often the interval of a change holds its size, and the suspects its place."""

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.evaluate.held import AT, held

SEED = 3
REPEATS = 600
SIZES = (1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0)
_STATED = 0.95


def draw() -> Drawing:
    """Draw both shares by size of the step, with what is stated."""
    drawing = Drawing(
        "What is stated with 95 %, and how often it holds",
        370,
        f"{REPEATS} steps of each size after {AT} Gaussian runs; those that are found.",
    )
    axes = Axes(drawing, Scale(1, 11, 56, 560), Scale(0.90, 1.0, 310, 80))
    axes.up([(share / 100, f"{share} %") for share in range(90, 101, 2)])
    axes.across([(size, f"{size:g}") for size in SIZES], "size of the step, sigmas of one run")
    axes.curve([(1, _STATED), (11, _STATED)], "s-ink dash")
    drawing.text(568, axes.y(_STATED) + 4, "stated", "soft small")
    found = [held("gauss", size, SEED, REPEATS) for size in SIZES]
    shares = np.array([(one.ratio, one.place) for one in found])
    ends = []
    for column, (name, line, dot) in enumerate(_LOOKS):
        points = list(zip(SIZES, shares[:, column].tolist(), strict=True))
        axes.curve(points, line)
        axes.dots(points, dot, 4.0)
        ends.append((axes.y(points[-1][1]), name))
    for y, name in _apart(ends):
        drawing.text(568, y + 4, name, "small")
    return drawing


_LOOKS = (
    ("ratio in its interval", "s-blue w2", "blue"),
    ("place among suspects", "s-worse w2", "worse"),
)


def _apart(ends: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Keep names from lying on each other."""
    (high, first), (low, second) = sorted(ends)
    return [(high, first), (max(low, high + 16), second)]
