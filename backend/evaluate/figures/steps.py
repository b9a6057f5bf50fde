"""What each step of the detector sees of one series."""

import math
from itertools import pairwise

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.stats.arrays import Floats, Ints
from backend.stats.change_points import analyse
from backend.stats.changes import Analysis, Options
from backend.stats.detector.clip import clip

SEED = 37
RUNS, STEP_AT = 160, 105
_SIGMA, _STEP = 0.02, 0.05
_LOW, _HIGH = 91.0, 114.0
_PANEL, _GAP = 82, 28
_RESTLESS = slice(36, 64)  # runs on a busy machine
_SPIKES = {20: 1.12, 84: 0.94, 85: 0.945, 131: 1.10}


def draw() -> Drawing:
    """Draw five panels over the same runs: as measured, clipped, cut, verified, suspects."""
    drawing = Drawing(
        "What each step of the detector sees",
        652,
        f"{RUNS} runs, noise 2 % and more for a while, spikes, and a step of 5 % at run {STEP_AT}.",
    )
    values = series()
    clipped, cuts = stages(values)
    analysis = analyse(values)
    panels = [_panel(drawing, place) for place in range(5)]
    _measured(panels[0], values)
    _clipped(panels[1], values, clipped)
    _cut(panels[2], clipped, cuts)
    _verified(panels[3], clipped, cuts, analysis)
    _suspects(panels[4], clipped, analysis)
    panels[-1].across([(run, str(run)) for run in range(0, RUNS + 1, 20)], "run")
    return drawing


def series() -> Floats:
    """Return the series of the figure."""
    generator = np.random.default_rng(SEED)
    noise = _SIGMA * generator.standard_normal(RUNS)
    noise[_RESTLESS] *= 2.5
    level = np.where(np.arange(RUNS) < STEP_AT, 0.0, math.log1p(_STEP))
    values: Floats = 100.0 * np.exp(level + noise)
    for run, factor in _SPIKES.items():
        values[run] *= factor
    return values


def stages(values: Floats) -> tuple[Floats, Ints]:
    """Return what is left after clipping, and where it is cut at least cost."""
    options, sigma = Options(), analyse(values).sigma
    y = clip(np.log(values), options.clip * sigma)
    return np.exp(y), cheapest_cuts(y, options.penalty * math.log(y.size) * sigma**2)


def cheapest_cuts(y: Floats, price: float) -> Ints:
    """Cut into levels of least squared error plus a price a cut, by trying every last level."""
    best, starts = np.zeros(y.size + 1), np.zeros(y.size + 1, dtype=np.int64)
    for end in range(1, y.size + 1):
        costs = [best[start] + price + end_cost(y[start:end]) for start in range(end)]
        starts[end] = int(np.argmin(costs))
        best[end] = costs[starts[end]]
    cuts: list[int] = []
    here = int(starts[-1])
    while here:
        cuts.append(here)
        here = int(starts[here])
    return np.array(cuts[::-1], dtype=np.int64)


def end_cost(level: Floats) -> float:
    """Return the squared error of a stretch about its own mean."""
    return float(((level - level.mean()) ** 2).sum())


def _panel(drawing: Drawing, place: int) -> Axes:
    top = 84.0 + place * (_PANEL + _GAP)
    axes = Axes(drawing, Scale(0, RUNS, 56, 704), Scale(_LOW, _HIGH, top + _PANEL, top))
    axes.up([(95.0, "95"), (100.0, "100"), (105.0, "105"), (110.0, "110")])
    return axes


def _heading(axes: Axes, words: str, more: str) -> None:
    y = axes.y.end - 8
    axes.drawing.text(56, y, words)
    axes.drawing.text(704, y, more, "soft small right")


def _runs(values: Floats) -> list[tuple[float, float]]:
    shown = np.clip(values, _LOW, _HIGH)
    return [(float(run), float(value)) for run, value in enumerate(shown)]


def _measured(axes: Axes, values: Floats) -> None:
    _heading(axes, "1  As measured", "one dot a run; ms")
    axes.dots(_runs(values), "grey")


def _clipped(axes: Axes, values: Floats, clipped: Floats) -> None:
    moved = np.abs(np.log(values / clipped)) > 1e-9  # noqa: PLR2004  rounding
    _heading(axes, "2  Spikes of one or two runs are pulled in", f"{int(moved.sum())} runs moved")
    axes.dots(_runs(clipped), "grey")
    for run in np.flatnonzero(moved).tolist():
        start, end = float(np.clip(values[run], _LOW, _HIGH)), float(clipped[run])
        axes.curve([(run, start), (run, end)], "s-worse")
        axes.dots([(run, start)], "hollow s-worse", 2.5)


def _cut(axes: Axes, clipped: Floats, cuts: Ints) -> None:
    _heading(axes, "3  Levels of least cost", f"{cuts.size} cuts")
    axes.dots(_runs(clipped), "grey", 1.6)
    _levels(axes, clipped, cuts.tolist(), "s-blue w2")


def _verified(axes: Axes, clipped: Floats, cuts: Ints, analysis: Analysis) -> None:
    kept = [change.index for change in analysis.changes]
    dropped = [cut for cut in cuts.tolist() if all(abs(cut - place) > 5 for place in kept)]  # noqa: PLR2004
    found = ", ".join(f"run {change.index} with z {change.z:.1f}" for change in analysis.changes)
    _heading(axes, "4  Each cut must pass the tests on its own", f"{len(dropped)} dropped; {found}")
    axes.dots(_runs(clipped), "grey", 1.6)
    for cut in dropped:
        axes.curve([(cut, _LOW), (cut, _HIGH)], "s-grey dash")
    _levels(axes, clipped, kept, "s-blue w2")


def _suspects(axes: Axes, clipped: Floats, analysis: Analysis) -> None:
    told = [
        f"{change.ratio - 1:+.1%} [{change.low - 1:+.1%}, {change.high - 1:+.1%}],"
        f" runs {change.first} to {change.last}"
        for change in analysis.changes
    ]
    _heading(axes, "5  Runs at which it may have happened (95 %)", "; ".join(told))
    for change in analysis.changes:
        left, right = axes.x(change.first - 0.5), axes.x(change.last + 0.5)
        size = (right - left, axes.y.start - axes.y.end)
        axes.drawing.box((left, axes.y.end), size, "band")
    axes.dots(_runs(clipped), "grey", 1.6)
    _levels(axes, clipped, [change.index for change in analysis.changes], "s-blue w2")


def _levels(axes: Axes, clipped: Floats, places: list[int], look: str) -> None:
    for start, end in pairwise([0, *places, clipped.size]):
        level = float(np.exp(np.log(clipped[start:end]).mean()))
        axes.curve([(start - 0.5, level), (end - 0.5, level)], look)
