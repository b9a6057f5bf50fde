"""Everything one asks of the curve of a sweep, in one answer.

The best set, the values within a margin of the best, plateau, knee, cliffs, the common trend,
whether the parameter matters at all, and how many more rounds would settle it. Each is a
claim with its own error rate of 5 %, or, without scatter, a description.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from backend.stats import special
from backend.stats.arrays import Bools, Floats
from backend.stats.sweeps.axis_scales import scales_of, slope_weights
from backend.stats.sweeps.best_set import ALPHA, BestSet, best_set_of
from backend.stats.sweeps.cliffs import Cliff, find_cliffs
from backend.stats.sweeps.knees import Knee, find_knee
from backend.stats.sweeps.margins import Plateau, behind_best, find_plateau, rounds_until
from backend.stats.sweeps.response import Response

MARGIN = 0.02
"""Values this much worse than the best at most count as equally good, unless said otherwise."""


@dataclass(frozen=True, slots=True)
class Trend:
    """The common slope of the results over the axis with its 95 % interval.

    Change of the logarithm of the result (of the result, where `Response.logarithmic` is
    false) per unit of the first scale: per factor e of the axis if its values are positive.
    `monotone`: the slope is beyond chance and no neighbours go the other way beyond chance.
    """

    slope: float
    low: float
    high: float
    monotone: bool


@dataclass(frozen=True, slots=True)
class SweepVerdict:
    """`behind`: how much worse than the best each value is at most (a share; nan if unknown).

    `equal` are the values known to be within the margin; where all are, `is_flat`: the
    parameter does not matter. Without a claim both speak of the centres alone. `more_rounds`
    until one value is left or all left are equally good: 0 for now, None for never or unknown.
    """

    best: BestSet
    behind: Floats
    margin: float
    equal: Bools
    is_flat: bool
    plateau: Plateau | None
    knee: Knee | None
    cliffs: tuple[Cliff, ...]
    trend: Trend
    more_rounds: int | None
    claimed: bool
    warnings: tuple[str, ...]


def judge_sweep(
    response: Response, xs: Floats, *, margin: float = MARGIN, alpha: float = ALPHA
) -> SweepVerdict:
    """Judge a curve over ascending values `xs`.

    Raises ValueError for values that do not ascend or do not fit, or a negative margin.
    """
    if xs.size != response.costs.size or margin < 0.0 or not math.isfinite(margin):
        raise ValueError("a sweep needs one result for each value, and a margin of 0 or more")
    trend = _trend(response, xs, alpha)
    best = best_set_of(response, alpha)
    behind = behind_best(response, best)
    cliffs = find_cliffs(response, xs, alpha=alpha)
    knee = find_knee(response, xs, alpha=alpha)
    equal: Bools = behind <= margin
    return SweepVerdict(
        best=best,
        behind=behind,
        margin=margin,
        equal=equal,
        is_flat=bool(equal.all()),
        plateau=find_plateau(behind, margin, claimed=best.has_claim),
        knee=None if knee is None or _is_edge(knee, cliffs) else _open_to(knee, best),
        cliffs=cliffs,
        trend=trend,
        more_rounds=rounds_until(response, best, margin=margin),
        claimed=best.has_claim,
        warnings=best.warnings,
    )


def _open_to(knee: Knee, best: BestSet) -> Knee:
    """Widen where a knee may lie by the values that cannot be told from the best.

    Two lines may meet late by luck; more is not shown to pay where less cannot be told apart.
    """
    members = np.flatnonzero(best.members)
    if not knee.claimed or knee.pays != "more" or not members.size:
        return knee
    return replace(knee, low=min(knee.low, int(members[0])))


def _is_edge(knee: Knee, cliffs: tuple[Cliff, ...]) -> bool:
    """Say whether a bend is the edge of a jump, which is the better word for it."""
    return any(knee.place - 1 <= cliff.after <= knee.place for cliff in cliffs)


def _trend(response: Response, xs: Floats, alpha: float) -> Trend:
    places = scales_of(xs)[0]
    weights = slope_weights(places, 0, xs.size - 1)
    slope = response.sign * response.scale * float(weights @ response.costs)
    if not response.has_claim:
        steps = np.sign(np.diff(response.costs))
        return Trend(slope, math.nan, math.nan, monotone=bool(abs(steps.sum()) == steps.size))
    quantile = float(special.stdtrit(response.degrees, 1.0 - alpha / 2.0))
    reach = quantile * response.scale * float(response.errors(weights[None, :])[0])
    rows = np.diff(np.eye(xs.size), axis=0) * response.sign * math.copysign(1.0, slope)
    against = (rows @ response.costs) / response.errors(rows) < -quantile
    return Trend(
        slope, slope - reach, slope + reach, bool(abs(slope) > reach and not against.any())
    )
