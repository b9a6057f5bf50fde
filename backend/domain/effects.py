"""Effects as numbers: on the cost scale, as a gain, and as a ratio."""

import math
from dataclasses import dataclass
from typing import Literal

Better = Literal["lower", "higher"]
LARGEST_LOG = 700.0
"""Beyond that no number holds the ratio."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A difference on the ln cost scale (> 0 is worse) with its interval, nan where unknown."""

    cost: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        return not math.isnan(self.low)


def gain_of(cost: float, better: Better) -> float:
    """Return the relative gain of a metric, in its own numbers: 0.03 is 3 % better."""
    bounded = min(max(cost, -LARGEST_LOG), LARGEST_LOG)
    return -math.expm1(bounded) if better == "lower" else math.expm1(-bounded)


def ratio_of(cost: float, better: Better) -> float:
    """Return contender over baseline in the metric's own numbers."""
    bounded = min(max(cost, -LARGEST_LOG), LARGEST_LOG)
    return math.exp(bounded if better == "lower" else -bounded)
