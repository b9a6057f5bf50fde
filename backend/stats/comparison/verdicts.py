"""From estimated differences to verdicts: regression, improvement, change, same or unknown."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.estimates import Estimates
from backend.stats.comparison.tailed import TailedEstimates
from backend.stats.power import PowerGoal, pairs_needed

Direction = Literal["lower", "higher", "unknown"]
Verdict = Literal["regression", "improvement", "change", "same", "unknown"]
Words = NDArray[np.str_]

WORSE_IF_LARGER = {"lower": 1, "higher": -1, "unknown": 0}
POWER = 0.8
SMALL = 0.01
"""Any small effect: planning knows only effects relative to their scatter."""


@dataclass(frozen=True, slots=True)
class VerdictRules:
    """When a difference counts.

    `alpha`: chance of a false claim in one comparison, and 1 - the coverage of its interval.
    `threshold`: the smallest effect that matters, as a share: 0.01 is 1 %.
    """

    alpha: float = 0.01
    threshold: float = 0.01

    def __post_init__(self) -> None:
        if not 0.0 < self.alpha < 1.0 or not 0.0 <= self.threshold < np.inf:
            raise ValueError("need 0 < alpha < 1 and a threshold of 0 or more, as a share")


STANDARD = VerdictRules()


@dataclass(frozen=True, slots=True)
class JudgedComparisons:
    """Verdicts with what they rest on, one place per comparison, on the scale of the shift."""

    low: Floats
    high: Floats
    verdict: Words


def edges(estimates: Estimates, level: Floats, threshold: float) -> Floats:
    """Return the smallest shift that matters: of the logarithm, or a share of |level|."""
    return np.where(estimates.logarithmic, np.log1p(threshold), threshold * np.abs(level))


def judge(
    estimates: Estimates, found: Bools, coverage: Floats, edge: Floats, worse: Ints
) -> JudgedComparisons:
    """Judge estimates of which `found` are told from "no difference".

    `worse` is +1 where larger is worse, -1 where it is better, 0 where nobody said. A found
    difference below its edge is no verdict; nor is it "the same" unless its interval says so.
    """
    low, high = estimates.interval(coverage)
    shift = estimates.shift
    apart = found & ((low > 0.0) | (high < 0.0)) & (np.abs(shift) >= edge)
    inside = (low > -edge) & (high < edge) | (low == 0.0) & (high == 0.0)
    verdict = np.select(
        [apart & (worse == 0), apart & (np.sign(shift) == worse), apart, inside],
        ["change", "regression", "improvement", "same"],
        "unknown",
    )
    return JudgedComparisons(low, high, verdict)


def more_needed(
    estimates: Estimates, units: Ints, edge: Floats, rules: VerdictRules, *, paired: bool
) -> tuple[Floats, Floats]:
    """Return how many more pairs (or samples, or runs per side) would show an effect, and which.

    `units` are those behind each estimate. The effect is the threshold or, where that is
    larger, the one observed; seen means found at rules.alpha with power 0.8. Infinite: hopeless
    at this scatter. nan: the scatter is unknown. Where histories hold runs as far out, as many
    must agree as chance does not bring together.
    """
    to_see = np.maximum(edge, np.abs(estimates.shift))
    tailed = estimates if isinstance(estimates, TailedEstimates) else None
    error = tailed.inner.error if tailed else estimates.error
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        scatter = error * np.sqrt(units / 2.0) / to_see * SMALL
    seen = np.isfinite(scatter)
    goal = PowerGoal(rules.alpha, POWER, paired=paired)
    total = pairs_needed(np.expm1(SMALL), np.where(seen, scatter, 0.0), goal)
    if tailed:
        total = np.maximum(total, tailed.runs_to_agree(to_see, rules.alpha))
    hopeless = np.isposinf(scatter)
    more = np.where(seen, np.maximum(total - units, 0.0), np.where(hopeless, np.inf, np.nan))
    return more, to_see
