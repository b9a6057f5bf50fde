"""A series as it grows run by run: when a change is first reported, and what is made up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.evaluate.finders import Finder
from backend.evaluate.generator.families import CORRELATED, FAMILIES
from backend.evaluate.generator.series import Series, make
from backend.evaluate.matching import MARGIN
from backend.stats.arrays import Floats

BEFORE, AFTER = 100, 40  # runs before and after the step
CV = 0.02
SIZES = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Of the step, in standard deviations of one run."""
LENGTHS = (100, 200)
FIRST = 20
"""Runs from which on a growing series is looked at."""
_CHUNK = 5


@dataclass(frozen=True, slots=True)
class Delay:
    """How many runs of the new level had to be seen; a miss counts as one more than were shown."""

    found: float
    """Share of the steps found at all."""
    median: float
    ninth: float
    """The delay that nine of ten steps stay within."""


def delay(finder: Finder, seed: int, size: float, repeats: int) -> Delay:
    """Replay steps of `size` sigmas after 100 runs of Gaussian noise."""
    runs = [runs_to_see(finder, stepped((seed, number, int(10 * size)), size))
            for number in range(repeats)]  # fmt: skip
    return Delay(
        float(np.mean([seen <= AFTER for seen in runs])),
        float(np.median(runs)),
        float(np.quantile(runs, 0.9)),
    )


def stepped(seed: tuple[int, ...], size: float) -> Floats:
    series = make(seed, "gauss", with_changes=False, n=BEFORE + AFTER, cv=CV)
    values = series.values.copy()
    values[BEFORE:] *= math.exp(size * series.sigma)
    return values


def runs_to_see(finder: Finder, values: Floats) -> int:
    """Ask a few ends at a time: most steps are seen early."""
    for start in range(1, AFTER + 1, _CHUNK):
        ends = range(start, min(start + _CHUNK, AFTER + 1))
        found = finder.find([values[: BEFORE + end] for end in ends]).places
        for end, places in zip(ends, found, strict=True):
            if any(abs(place - BEFORE) <= MARGIN for place in places):
                return end
    return AFTER + 1


def quiet_series(seed: int, per_family: int) -> tuple[list[Series], list[Series]]:
    """Draw series without changes: of uncorrelated noise, and of ar1, drift and mixed."""
    every = [
        make((seed, number), family, with_changes=False, n=n)
        for family in FAMILIES
        for number in range(per_family)
        for n in LENGTHS
    ]
    return (
        [one for one in every if one.family not in CORRELATED],
        [one for one in every if one.family in CORRELATED],
    )


@dataclass(frozen=True, slots=True)
class Alarms:
    """False alarms while series without changes grew."""

    count: int
    runs: int

    @property
    def per_1000(self) -> float:
        return 1000 * self.count / self.runs


def alarms(finder: Finder, series: Sequence[Series]) -> Alarms:
    """Count places reported that are farther than the margin from all reported before."""
    raised = sum(len(_raised(finder, one.values)) for one in series)
    return Alarms(raised, sum(one.values.size for one in series))


def _raised(finder: Finder, values: Floats) -> list[int]:
    found = finder.find([values[:end] for end in range(FIRST, values.size + 1)]).places
    seen: list[int] = []
    for places in found:
        for place in places:
            if all(abs(place - other) > MARGIN for other in seen):
                seen.append(place)
    return seen
