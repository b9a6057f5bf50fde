"""Why a change that people saw is not reported: too weak, too short, or a slope."""

import math

import numpy as np

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Options
from backend.stats.detector.noise import inflation

WINDOW = Options().window
FEWEST = Options().min_runs


def explanation(values: Floats, index: int, first: int, last: int) -> str | None:
    """Return why nothing was reported in first..last, or None if it should have been.

    The level before and after `index` is compared as the detector does: up to 60 runs
    either side, the noise it found in the series, and the z it asks for.
    """
    analysis = analyse(values)
    x = np.log(values) if analysis.logarithmic else values
    before = x[max(0, index - WINDOW, first - WINDOW) : max(first, index)]
    after = x[index : index + WINDOW]
    if min(before.size, after.size) < FEWEST:
        return f"{min(before.size, after.size)} runs on one side, {FEWEST} are needed"
    difference = float(np.median(after) - np.median(before))
    error = analysis.sigma * math.sqrt(inflation(analysis.rho) * (1 / before.size + 1 / after.size))
    z, need = abs(difference) / error, _need(values.size)
    if z < need:
        return f"the level moves by {math.expm1(difference):+.1%}: z {z:.1f}, {need:.1f} needed"
    runs = _runs_apart(x[first : last + 1], float(np.median(before)), analysis.sigma)
    if runs < FEWEST:
        return f"{runs} runs apart from the level, {FEWEST} are needed"
    return None


def _need(n: int) -> float:
    return Options().z0 + Options().z_per_log_n * math.log(n)


def _runs_apart(x: Floats, level: float, sigma: float) -> int:
    """Return the longest stretch of runs on one side of the level, by 3 sigma or more."""
    longest = current = 0
    last_side = 0
    for value in x.tolist():
        side = int(value > level + 3 * sigma) - int(value < level - 3 * sigma)
        current = current + 1 if side and side == last_side else abs(side)
        last_side = side
        longest = max(longest, current)
    return longest
