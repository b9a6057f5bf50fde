"""The values of a sweep that cannot be told from the best."""

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.evaluate.parts.sweeps import measured
from backend.stats.sweeps.best_set import BestSet, best_set

SEED = 7
ROUNDS = 12
XS = np.array([1, 2, 4, 6, 8, 10, 12, 16, 24, 32])
TRUTH = 1.0 + 0.035 * np.abs(np.log2(XS / 9.0)) ** 1.5
_TOP, _ROW = 84, 24


def draw() -> Drawing:
    """Draw every value against the best of the others, with its interval."""
    table = measured(np.random.default_rng(SEED), TRUTH, ROUNDS)
    found = best_set(table, "lower")
    bottom = _TOP + _ROW * XS.size
    members = ", ".join(str(x) for x, one in zip(XS, found.members, strict=True) if one)
    drawing = Drawing(
        "The best set of a sweep",
        bottom + 60,
        f"Threads, {ROUNDS} rounds, noise 3 %. Tied with the best (95 %): {members}.",
    )
    axes = Axes(drawing, Scale(0.9, 1.3, 90, 690), Scale(XS.size, 0, bottom, _TOP))
    ticks = (0.9, 1.0, 1.1, 1.2, 1.3)
    axes.across(
        [(ratio, f"{100 * (ratio - 1):+.0f} %" if ratio != 1 else "equal") for ratio in ticks],
        "time against the best of the others, with what holds for all at once",
    )
    drawing.line((axes.x(1.0), _TOP - 4.0), (axes.x(1.0), float(bottom)), "s-ink dash")
    for place in range(XS.size):
        _row(axes, found, place)
    return drawing


def _row(axes: Axes, found: BestSet, place: int) -> None:
    y = axes.y(place + 0.5)
    is_member = bool(found.members[place])
    left = axes.x(max(float(found.low[place]), axes.x.low))
    right = axes.x(min(float(found.high[place]), axes.x.high))
    axes.drawing.text(76, y + 4, str(XS[place]), "right" if is_member else "right soft")
    axes.drawing.line((left, y), (right, y), "s-blue w2" if is_member else "s-grey w2")
    x = axes.x(min(float(found.differences[place]), axes.x.high))
    axes.drawing.dot(x, y, "blue" if is_member else "hollow s-grey", 4.5)
