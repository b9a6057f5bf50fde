"""How often what is stated of a change holds: its ratio in the interval, its place in suspects."""

import math
from dataclasses import dataclass

import numpy as np

from backend.evaluate.generator.series import make
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Change

RUNS, AT = 160, 80
CV = 0.02
_NEAR = 20  # runs within which a single report is the one of the step


@dataclass(frozen=True, slots=True)
class HeldShares:
    """Shares of the steps that were found: ratio inside, place inside; and how many were."""

    ratio: float
    place: float
    found: int


def held(kind: str, size: float, seed: int, repeats: int) -> HeldShares:
    """Step series of a family without changes by `size` standard deviations of one run."""
    ratios, places = [], []
    for number in range(repeats):
        series = make((seed, number, int(10 * size)), kind, with_changes=False, n=RUNS, cv=CV)
        step = size * CV
        change = _found(series.values * np.exp(step * (np.arange(RUNS) >= AT)))
        if change is not None:
            ratios.append(change.low <= math.exp(step) <= change.high)
            places.append(change.first <= AT <= change.last)
    return HeldShares(_share(ratios), _share(places), len(ratios))


def _share(answers: list[bool]) -> float:
    return float(np.mean(answers)) if answers else math.nan


def _found(values: Floats) -> Change | None:
    near = [one for one in analyse(values).changes if abs(one.index - AT) <= _NEAR]
    return near[0] if len(near) == 1 else None
