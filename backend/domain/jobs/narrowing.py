"""Rounds of a job as they come in: the effect by then, and how its interval narrows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.jobs.targets import JobKind
from backend.domain.jobs.verdicts import FEWEST_PAIRS, MOST_PAIRS
from backend.stats.arrays import Floats
from backend.stats.decisions.confirmation import ConfirmationRule
from backend.stats.sequential import MOST_LOOKS, SequentialRule, intervals

ALPHA = 0.05
MOST_SHOWN = 20
"""Effects of one job, and as many variants are kept of it."""
MOST_POINTS = 20
"""Of one effect: of more looks, as many that are equally far apart, and the newest."""


@dataclass(frozen=True, slots=True)
class MeasuredRound:
    """What one round of a variant brought: a number of each arm, in their order."""

    variant: str
    metric: str
    round: int
    """Counted from 1 in each lease."""
    arms: Sequence[float]


@dataclass(frozen=True, slots=True)
class NarrowingPoint:
    """The effect after so many rounds; the interval holds at all points together."""

    rounds: int
    ratio: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class JobNarrowing:
    """How the effect of one arm on one variant became known, against the first arm."""

    variant: str
    metric: str
    baseline: str
    commit: str
    rounds: int
    """That came in; every third is a point, fewer of many."""
    coverage: float
    points: Sequence[NarrowingPoint]


def narrow(
    kind: JobKind, commits: Sequence[str], rounds: Sequence[MeasuredRound], most: int
) -> list[JobNarrowing]:
    """Return what rounds of commits in turns say, one for each variant and commit but the first.

    `commits` are those of the arms. Of a confirmation the last arm is its first commit once more,
    and the interval is that of its verdict. `most` are the rounds that are planned.
    """
    is_confirmation = kind is JobKind.CONFIRM
    rule = _rule(most, is_confirmation=is_confirmation)
    coverage = 1.0 - rule.alpha
    arms = range(1, len(commits) - is_confirmation)
    found: list[JobNarrowing] = []
    for (variant, metric), own in _by_variant(rounds, -(-MOST_SHOWN // len(arms))).items():
        table = _table(own, len(commits))
        good = np.sqrt(table[0]) * np.sqrt(table[-1]) if is_confirmation else table[0]
        for arm in arms[: MOST_SHOWN - len(found)]:
            points = _points(rule, good, table[arm])
            found.append(
                JobNarrowing(variant, metric, commits[0], commits[arm], len(good), coverage, points)
            )
    return found


def _rule(most: int, *, is_confirmation: bool) -> SequentialRule:
    if is_confirmation:
        return ConfirmationRule(most_pairs=max(most, FEWEST_PAIRS)).looking()
    planned = max(most, MOST_PAIRS)
    return SequentialRule(max(FEWEST_PAIRS, -(-planned // MOST_LOOKS)), planned, ALPHA)


def _by_variant(
    rounds: Sequence[MeasuredRound], most: int
) -> dict[tuple[str, str], list[Sequence[float]]]:
    """Return the numbers of the first variants, round by round."""
    found: dict[tuple[str, str], list[Sequence[float]]] = {}
    for one in rounds:
        place = (one.variant, one.metric)
        if place in found or len(found) < most:
            found.setdefault(place, []).append(one.arms)
    return found


def _table(rounds: Sequence[Sequence[float]], arms: int) -> Floats:
    """Return (arms, rounds) of the rounds in which every arm brought a positive number."""
    whole = [one for one in rounds if len(one) == arms and all(_is_usable(value) for value in one)]
    return np.array(whole, np.float64).reshape(len(whole), arms).T


def _is_usable(value: float) -> bool:
    return math.isfinite(value) and value > 0.0


def _points(rule: SequentialRule, good: Floats, other: Floats) -> list[NarrowingPoint]:
    points = []
    reached = [look for look in rule.looks if look <= len(good)]
    step = -(-len(reached) // MOST_POINTS) or 1
    for look in reached[::-1][::step][::-1]:
        ends = intervals(rule, good[None, :look], other[None, :look])
        point = NarrowingPoint(look, *(float(one[0]) for one in ends))
        if all(math.isfinite(one) for one in (point.ratio, point.low, point.high)):
            points.append(point)
    return points
