"""Where more of a parameter stops paying.

Method: two straight lines that meet at one of the values, logarithmic cost over the axis. A
knee is claimed only if the curve gets better before it, and if it bends there, each beyond
chance (intersection-union over both scales of the axis, Bonferroni over the places); and if
what is left of the slope is at most a third. So neither a flat nor a straight curve has one.
Its place is where two lines fit best; its interval are the places found when the rounds are
drawn again. Source of the intersection-union rule: Berger, Technometrics 24 (1982).
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from backend.stats import special
from backend.stats.arrays import Floats, Ints
from backend.stats.sweeps.axis_scales import scales_of, slope_weights
from backend.stats.sweeps.response import Response

FEWEST_VALUES = 4
LEFT_OF_SLOPE = 1.0 / 3.0
EXPLAINED = 0.25  # of the squares around one line, what two lines may leave: without a claim
COVERAGE = 0.95
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Knee:
    """A place on the axis, with the places low..high that it may be (95 %).

    `pays` says on which side of it the cost changes: "more" where it falls up to the knee,
    "less" where it begins to rise after it. `before` and `after` are slopes of the cost on the
    first scale of the axis, in its direction. Without a claim it is what the centres look
    like, `p` is nan and low = high = place.
    """

    place: int
    low: int
    high: int
    pays: Literal["more", "less"]
    before: float
    after: float
    p: float
    claimed: bool


def find_knee(response: Response, xs: Floats, *, alpha: float = 0.05) -> Knee | None:
    """Return the knee of a curve over ascending xs, or None where none can be claimed."""
    if xs.size < FEWEST_VALUES or not response.logarithmic:
        return None
    scales = scales_of(xs)
    found = _find(response, scales, alpha)
    if found is not None:
        return found
    # seen from the far end: there, less of it pays down to the knee
    last = xs.size - 1
    backwards = response.part(np.arange(last, -1, -1))
    found = _find(backwards, [-places[::-1] for places in scales], alpha)
    if found is None:
        return None
    return replace(
        found,
        place=last - found.place,
        low=last - found.high,
        high=last - found.low,
        pays="less",
        before=-found.after,
        after=-found.before,
    )


def _find(response: Response, scales: list[Floats], alpha: float) -> Knee | None:
    """Return the knee where more pays up to it."""
    first = tuple(scales[0].tolist())
    place = int(_places(response.costs[None, :], first)[0])
    before, after = _slopes(first, place)
    falls, goes_on = float(before @ response.costs), float(after @ response.costs)
    if falls >= 0.0 or goes_on < LEFT_OF_SLOPE * falls or _is_jump(response.costs, first):
        return None
    knee = Knee(place, place, place, "more", falls, goes_on, math.nan, claimed=False)
    if not response.has_claim:
        return knee if _is_clear(response.costs, first) else None
    p = _p_at(response, scales, place)
    if p > alpha:
        return None
    found = np.sort(_places(response.draws(), first))
    cut = int((1.0 - COVERAGE) / 2.0 * found.size)
    low, high = min(int(found[cut]), place), max(int(found[-1 - cut]), place)
    return replace(knee, low=low, high=high, p=p, claimed=True)


def _p_at(response: Response, scales: list[Floats], place: int) -> float:
    """Return the chance of such a bend and fall anywhere on a straight or a flat curve."""
    slopes = [_slopes(tuple(places.tolist()), place) for places in scales]
    contrasts = np.array([row for before, after in slopes for row in (after - before, -before)])
    t = (contrasts @ response.costs) / response.errors(contrasts)
    return min(1.0, float(special.stdtr(response.degrees, -t.min())) * (response.costs.size - 2))


@lru_cache(maxsize=1024)
def _slopes(places: tuple[float, ...], place: int) -> tuple[Floats, Floats]:
    axis = np.array(places)
    return slope_weights(axis, 0, place), slope_weights(axis, place, axis.size - 1)


def _places(costs: Floats, places: tuple[float, ...]) -> Ints:
    """Return for each row of costs the inner place at which two lines that meet fit best."""
    found: Ints = 1 + _explained(costs, _bases(places, "bend")).argmax(axis=1)
    return found


def _is_jump(costs: Floats, places: tuple[float, ...]) -> bool:
    """Say whether a straight line with one jump fits better than one that bends."""
    jump, bend = (
        float(_explained(costs[None, :], _bases(places, form)).max()) for form in ("jump", "bend")
    )
    return jump - bend > ROUNDING * float(costs @ costs)


def _is_clear(costs: Floats, places: tuple[float, ...]) -> bool:
    """Say whether two lines leave at most a quarter of what one line leaves."""
    off = costs - costs.mean()
    total = float(off @ off)
    line, bend = (
        float(_explained(off[None, :], _bases(places, form)).max()) for form in ("line", "bend")
    )
    return total - bend <= EXPLAINED * (total - line) and total - line > ROUNDING * total


def _explained(costs: Floats, bases: Floats) -> Floats:
    """Return the squares that each basis explains of each row of costs, (rows, bases)."""
    forms, values, columns = bases.shape
    parts = costs @ bases.transpose(1, 0, 2).reshape(values, forms * columns)
    squares: Floats = (parts**2).reshape(-1, forms, columns).sum(axis=2)
    return squares


@lru_cache(maxsize=256)
def _bases(places: tuple[float, ...], form: str) -> Floats:
    """Return orthonormal bases of curves that are straight but for one bend, or one jump.

    One basis (values, columns) for each place of the bend or jump.
    """
    axis = np.array(places)
    straight = [np.ones(axis.size), axis]
    if form == "line":
        return np.linalg.qr(np.column_stack(straight))[0][None, :, :]
    if form == "bend":
        extra = [np.maximum(axis - axis[at], 0.0) for at in range(1, axis.size - 1)]
    else:
        extra = [(axis > axis[at]).astype(np.float64) for at in range(axis.size - 1)]
    return np.array([np.linalg.qr(np.column_stack([*straight, one]))[0] for one in extra])
