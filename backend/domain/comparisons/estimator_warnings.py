"""Why the estimated shift of a comparison is another one than that of the medians beside it."""

import math

from backend.domain.words.effect_numbers import FACTOR, factor, per_cent
from backend.domain.words.numbers import MINUS
from backend.stats.comparison.comparisons import Comparison

WORTH_SAYING = 0.05
"""Least share by which both ratios differ before that is said, unless the threshold is larger."""
SAID = {
    "shift of samples": ("typical shift between samples", "the sides have different shapes"),
    "shift of pairs": (
        "typical shift within pairs",
        "the sides drifted meanwhile or have different shapes",
    ),
    "mean of runs": ("mean shift of the runs", "some runs lie apart from the others of their side"),
}


def estimator_warnings(comparison: Comparison, threshold: float) -> tuple[str, ...]:
    """Say where the ratio and that of the medians are on different sides of 1, or far apart."""
    if comparison.estimator not in SAID or not _differs(comparison, threshold):
        return ()
    estimated, why = SAID[comparison.estimator]
    if not comparison.is_ratio:
        return (f"The {estimated} and that of the medians have opposite signs: {why}.",)
    medians = comparison.contender / comparison.baseline
    shifts = f"is {_signed(comparison.ratio)}, that of the medians {_signed(medians)}"
    return (f"The {estimated} {shifts}: {why}.",)


def _differs(comparison: Comparison, threshold: float) -> bool:
    if comparison.is_contradicted or not comparison.is_ratio:
        return comparison.is_contradicted
    ratio, ends = comparison.ratio, (comparison.baseline, comparison.contender)
    if not (0.0 < ratio < math.inf and min(ends) > 0.0):
        return False
    apart = math.log(ratio) - (math.log(ends[1]) - math.log(ends[0]))
    return abs(apart) > math.log1p(max(WORTH_SAYING, threshold))


def _signed(ratio: float) -> str:
    if not 1.0 / FACTOR <= ratio <= FACTOR:
        return f"a factor of {factor(ratio)}"
    sign = "+" if ratio > 1.0 else MINUS if ratio < 1.0 else ""
    return f"{sign}{per_cent(abs(ratio - 1.0))} %"
