"""How many pairs show an effect, by the noise of one run."""

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.stats.power import pairs_needed

NOISES = (0.005, 0.01, 0.03, 0.05, 0.10)
_MOST = 1_000


def draw() -> Drawing:
    """Draw one curve per noise, both axes logarithmic."""
    drawing = Drawing(
        "Pairs needed to show an effect",
        390,
        "Interleaved pairs for a power of 80 % at 1 % false claims; curves: noise of one run.",
    )
    axes = Axes(
        drawing,
        Scale(0.003, 0.3, 56, 650, is_logarithmic=True),
        Scale(2.5, _MOST, 330, 80, is_logarithmic=True),
    )
    axes.up([(pairs, f"{pairs:,}") for pairs in (3, 10, 30, 100, 300, 1_000)])
    ticks = (0.003, 0.01, 0.03, 0.1, 0.3)
    axes.across([(effect, f"{effect * 100:g} %") for effect in ticks], "effect")
    effects = np.geomspace(0.003, 0.3, 160)
    for noise in NOISES:
        pairs = pairs_needed(effects, noise)
        shown = np.isfinite(pairs) & (pairs <= _MOST)
        points = list(zip(effects[shown].tolist(), pairs[shown].tolist(), strict=True))
        axes.curve(points, "s-blue w2")
        x, y = axes.at(*points[0])
        drawing.text(x + 9, y + 4, f"{noise * 100:g} %", "blue small halo")
    return drawing
