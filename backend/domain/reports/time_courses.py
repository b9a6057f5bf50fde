"""Courses: how a quantity went within one process of a run, and whether it came to rest."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import DirectionName
from backend.domain.catalogue.parameters import Scalar
from backend.stats.arrays import Floats

FEWEST_MOMENTS = 20
"""Below that nothing is said of rest."""
PARTS = 10
TOLERANCE = 0.02
"""Levels that differ by less count as the same."""
SCATTERS = 1.0
"""Robust standard deviations of a fifth that its level may differ from the next one."""
NORMAL_MAD = 1.4826


@dataclass(frozen=True, slots=True)
class ListedTimeCourse:
    """A course without its points."""

    id: int
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str
    unit: str
    direction: DirectionName
    round: int | None
    points: int


@dataclass(frozen=True, slots=True)
class DrawnTimeCourse:
    """A course as it is drawn: at most so many moments, the extremes among them."""

    id: int
    seconds: Sequence[float]
    """Since the process began; at most 800 moments, the extremes among them."""
    values: Sequence[float]
    sentence: str
    """Whether the quantity came to rest, and when."""


@dataclass(frozen=True, slots=True)
class TimeCourseList:
    rows: Sequence[DrawnTimeCourse]


def rest_sentence(seconds: Floats, values: Floats) -> str:
    """Say whether the second half of a course keeps one level.

    The time is cut into ten parts of equal length; those without moments say nothing. At rest
    are the last five where the level (median) of each differs from that of the last by less than
    2 % or one robust standard deviation inside parts; rest begins with the first part from which
    on all do.
    """
    if values.size < FEWEST_MOMENTS:
        return f"{values.size} moments: too few to say whether it came to rest."
    edges = np.linspace(seconds[0], seconds[-1], PARTS + 1)[1:-1]
    cuts = np.searchsorted(seconds, edges)
    parts = np.split(values, cuts)
    levels = np.array([np.median(part) if part.size else np.nan for part in parts])
    inside = np.median([np.median(np.abs(part - np.median(part))) for part in parts if part.size])
    last = levels[-1]
    allowed = max(TOLERANCE * abs(last), SCATTERS * NORMAL_MAD * float(inside))
    moving = np.flatnonzero(np.abs(levels - last) > allowed)
    first = int(moving[-1]) + 1 if moving.size else 0
    if first > PARTS // 2:
        word = "rising" if last > levels[first - 1] else "falling"
        return f"Still {word} in the second half: no steady state is shown."
    if first == 0:
        return "Steady from its first tenth on."
    return f"Steady from {_seconds(float(seconds[cuts[first - 1]]))} on."


def _seconds(at: float) -> str:
    digits = max(0, 2 - math.floor(math.log10(at))) if 0 < at < 100 else 0  # noqa: PLR2004
    return f"{at:.{digits}f}\u202fs"
