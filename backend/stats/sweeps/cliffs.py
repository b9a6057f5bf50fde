"""Jumps between neighbouring values of an axis, far beyond the trend around them and noise.

Method: the step between neighbours must exceed 5 % and three times what the slope on each
side would make of it, all beyond chance (intersection-union over sides and both scales of the
axis; Bonferroni over the steps and both directions). Against a slope that goes the other way,
once is enough where there are values on both sides: the step alone turns the curve.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats, Ints
from backend.stats.sweeps.axis_scales import scales_of, slope_weights
from backend.stats.sweeps.response import Response

FEWEST_VALUES = 4
BEYOND = 3.0  # times what the trend would make of the step
LEAST_STEP = math.log(1.05)
TREND_REACH = 2  # steps on each side that make the trend


@dataclass(frozen=True, slots=True)
class Cliff:
    """A jump from place `after` to the next one.

    `ratio` is the result beyond the jump over the one before it, with its 95 % interval.
    Without a claim it is what the centres look like, and `p`, `low` and `high` are nan.
    """

    after: int
    ratio: float
    low: float
    high: float
    p: float
    claimed: bool


def find_cliffs(response: Response, xs: Floats, *, alpha: float = 0.05) -> tuple[Cliff, ...]:
    """Return the jumps of a curve over ascending xs, the largest first."""
    if xs.size < FEWEST_VALUES or not response.logarithmic:
        return ()
    rows, starts = _excesses(tuple(xs.tolist()))
    sizes = np.diff(response.costs)
    owners = np.repeat(np.arange(sizes.size), np.diff(np.append(starts, len(rows))))
    excess = np.sign(sizes)[owners] * (rows @ response.costs)
    found = (np.minimum.reduceat(excess, starts) > 0.0) & (np.abs(sizes) >= LEAST_STEP)
    if not found.any():
        return ()
    p = _chances(response, (rows, starts), excess)
    largest_first = np.argsort(-np.abs(sizes), kind="stable").tolist()
    return tuple(
        _cliff(response, after, float(p[after]))
        for after in largest_first
        if found[after] and not p[after] > alpha
    )


def _chances(response: Response, of: tuple[Floats, Ints], excess: Floats) -> Floats:
    """Return for every step the chance that it is noise and trend; nan without a claim."""
    rows, starts = of
    if not response.has_claim:
        return np.full(starts.size, math.nan)
    sizes = np.abs(np.diff(response.costs))
    steps = np.diff(np.eye(response.costs.size), axis=0)
    t = np.minimum.reduceat(excess / response.errors(rows), starts)
    t = np.minimum(t, (sizes - LEAST_STEP) / response.errors(steps))
    p: Floats = np.minimum(2.0 * starts.size * special.stdtr(response.degrees, -t), 1.0)
    return p


def _cliff(response: Response, after: int, p: float) -> Cliff:
    size = float(response.costs[after + 1] - response.costs[after])
    step = np.zeros((1, response.costs.size))
    step[0, after : after + 2] = -1.0, 1.0
    reach = (
        float(special.stdtrit(response.degrees, 0.975) * response.errors(step)[0])
        if response.has_claim
        else math.nan
    )
    with np.errstate(over="ignore"):
        ratio, *ends = response.worth(np.array([size, size - reach, size + reach])).tolist()
    return Cliff(after, ratio, min(ends), max(ends), p, response.has_claim)


@lru_cache(maxsize=128)
def _excesses(xs: tuple[float, ...]) -> tuple[Floats, Ints]:
    """Return weights of upward steps minus what trends may make of them, and where each begins."""
    steps = np.diff(np.eye(len(xs)), axis=0)
    rows: list[Floats] = []
    starts = []
    for after, step in enumerate(steps):
        starts.append(len(rows))
        for places in scales_of(np.array(xs)):
            length = places[after + 1] - places[after]
            sides = _sides(after, places.size - 1)
            against = 1.0 if len(sides) > 1 else BEYOND
            for first, last in sides:
                trend = length * slope_weights(places, first, last)
                rows += [step - BEYOND * trend, step + against * trend]
    return np.array(rows), np.array(starts, np.int64)


def _sides(after: int, last: int) -> list[tuple[int, int]]:
    """Return the ends of the runs of values before and beyond a step that have a slope."""
    before = (max(after - TREND_REACH, 0), after)
    beyond = (after + 1, min(after + 1 + TREND_REACH, last))
    return [side for side in (before, beyond) if side[1] > side[0]]
