"""A distance in a sweep is the mean of the ratios of its rounds, and the chart draws medians.

What the machine did to a whole round is in neither value's ratio, but in both medians. Where the
two say something else, a sentence names both.
"""

import math
from collections.abc import Callable, Sequence

NOTED = 0.02
"""Medians that lie this far (logarithm) from the judged ratio are named."""
NOTED_SHARE = 0.1
"""The same as a share of the judged distance, where that is more."""


def medians_beside(
    judged: Sequence[float],
    medians: Sequence[float],
    write: Callable[[Sequence[float]], str],
    *,
    in_rounds: bool,
) -> str:
    """Return ", round by round (4.4 by the medians drawn)" where they differ; else nothing."""
    if not any(map(_is_noted, judged, medians)):
        return ""
    basis = "round by round" if in_rounds else "over all samples"
    return f", {basis} ({write(medians)} by the medians drawn)"


def _is_noted(judged: float, medians: float) -> bool:
    if not all(math.isfinite(one) and one > 0.0 for one in (judged, medians)):
        return False
    by = abs(math.log(judged / medians))
    return by > max(NOTED, NOTED_SHARE * abs(math.log(judged)))
