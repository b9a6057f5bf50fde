"""How much the series of a testbed scatter, what they can show, and how often they raise alarm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.machines.self_comparisons import AlarmRate
from backend.stats.arrays import Floats, Ints
from backend.stats.changes import FEWEST_RUNS
from backend.stats.noise.budget import NoiseOfTestbed, noise_of_testbed
from backend.stats.power import smallest_change

FEWEST_POINTS = 13
"""Points from which the noise of a series is spoken of."""
MOST_SHOWN = 20
"""Series that are listed, the noisiest first."""
LARGEST_RHO = 0.99


@dataclass(frozen=True, slots=True)
class RepeatableSuite:
    """The suite that a testbed measured most often, those first that an agent measured."""

    name: str
    runs: int
    by_agent: bool


@dataclass(frozen=True, slots=True)
class NamedTestbed:
    """A testbed, and what it would best measure twice."""

    id: int
    name: str
    repeatable: RepeatableSuite | None


@dataclass(frozen=True, slots=True)
class GroupColumns:
    """The series of one suite and metric, one place per series; nan where noise is unknown."""

    suite: str
    metric: str
    series: Ints
    sigma: Floats
    rho: Floats
    points: Ints
    """Of the newest level."""
    runs: Ints
    """All of them."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """Quartiles of run-to-run scatter over series, and the changes that show within five runs.

    All are shares: 0.03 is 3 %. `series` are those whose noise is known.
    """

    series: int
    """With known noise: 13 points or more, all positive."""
    unknown: int
    lower_quartile: float | None
    median: float | None
    upper_quartile: float | None
    median_change: float | None
    """Half of the series show a change of this size within five runs."""
    worst_change: float | None


@dataclass(frozen=True, slots=True)
class GroupNoise:
    suite: str
    metric: str
    scatter: Scatter


@dataclass(frozen=True, slots=True)
class NoisySeries:
    """One series: its scatter from run to run, and the change that shows within five runs."""

    series: SeriesLabel
    scatter: float
    smallest_change: float
    """Shows within five runs."""
    points: int
    """Of the newest level."""


@dataclass(frozen=True, slots=True)
class TestbedNoise:
    """What one testbed can show."""

    id: int
    name: str
    repeatable: RepeatableSuite | None
    sentence: str
    scatter: Scatter
    groups: Sequence[GroupNoise]
    noisiest: Sequence[NoisySeries]
    """At most 20, the noisiest first."""
    alarms: AlarmRate


@dataclass(frozen=True, slots=True)
class TestbedNoiseList:
    rows: Sequence[TestbedNoise]


def joined(groups: Sequence[GroupColumns]) -> GroupColumns:
    """Return the series of all groups together."""
    return GroupColumns(
        suite="",
        metric="",
        series=np.concatenate([np.zeros(0, np.int64), *(one.series for one in groups)]),
        sigma=np.concatenate([np.zeros(0), *(one.sigma for one in groups)]),
        rho=np.concatenate([np.zeros(0), *(one.rho for one in groups)]),
        points=np.concatenate([np.zeros(0, np.int64), *(one.points for one in groups)]),
        runs=np.concatenate([np.zeros(0, np.int64), *(one.runs for one in groups)]),
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """The scatter of a group, and its noisiest series one place each."""

    scatter: Scatter
    found: NoiseOfTestbed
    middle: float
    """The change that half of the series show within five runs, and the worst one; or nan."""
    worst: float
    noisiest: Sequence[int]
    scatters: Sequence[float]
    changes: Sequence[float]
    points: Sequence[int]


def rank(columns: GroupColumns) -> Ranked:
    """Sum up a group of series; those of unknown noise are only counted."""
    known = np.isfinite(columns.sigma)
    sigma, points = columns.sigma[known], np.maximum(columns.points[known], 1)
    rho = np.clip(np.nan_to_num(columns.rho[known]), 0.0, LARGEST_RHO)
    found = noise_of_testbed(sigma, rho, points)
    changes = found.smallest
    middle, worst = (np.median(changes), changes.max()) if changes.size else (np.nan, np.nan)
    scatter = Scatter(
        series=sigma.size,
        unknown=columns.sigma.size - sigma.size,
        lower_quartile=_known(found.lower_quartile),
        median=_known(found.median),
        upper_quartile=_known(found.upper_quartile),
        median_change=_known(float(middle)),
        worst_change=_known(float(worst)),
    )
    order = np.argsort(-changes, kind="stable")[:MOST_SHOWN]
    return Ranked(
        scatter=scatter,
        found=found,
        middle=float(middle),
        worst=float(worst),
        noisiest=columns.series[known][order].tolist(),
        scatters=np.expm1(sigma[order]).tolist(),
        changes=changes[order].tolist(),
        points=points[order].tolist(),
    )


class NoiseWait(NamedTuple):
    """How many runs the series of a suite lack that is told soonest; it has `runs` that count."""

    suite: str
    runs: int
    missing: int
    is_of_change: bool


def shortest_wait(group: GroupColumns) -> NoiseWait | None:
    """Return what the group waits for; None where more runs of it alone would show nothing."""
    missing = np.maximum(FEWEST_POINTS - group.runs, FEWEST_RUNS - group.points)
    waiting = np.flatnonzero(missing > 0)
    if waiting.size == 0:
        return None
    one = waiting[np.argmin(missing[waiting])]
    is_of_change = bool(group.runs[one] >= FEWEST_POINTS)
    runs = group.points[one] if is_of_change else group.runs[one]
    return NoiseWait(group.suite, int(runs), int(missing[one]), is_of_change)


def change_within(sigma: float, rho: float, points: int) -> float:
    """Return the change of one series that shows within five runs, by the detector's own bar."""
    shared = min(max(rho, 0.0), LARGEST_RHO) if math.isfinite(rho) else 0.0
    return float(smallest_change(sigma, shared, max(points, 1)))


def group_noise(columns: GroupColumns) -> GroupNoise:
    return GroupNoise(columns.suite, columns.metric, rank(columns).scatter)


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
