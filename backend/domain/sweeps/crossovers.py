"""Curves of one sweep against each other: where one overtakes another along the axis."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.results import SweepResult, response_of
from backend.stats.sweeps.crossover import Crossover, crossover_of
from backend.stats.sweeps.response import Response

FEWEST_VALUES = 2
MOST_PAIRS = 4
"""Pairs of curves that are compared: those that follow each other as the best."""


@dataclass(frozen=True, slots=True)
class CurveResults:
    """The results of one curve in ascending order of the axis, and in a form to compare them."""

    facet: Mapping[str, Scalar]
    xs: Sequence[float]
    results: Sequence[SweepResult]
    response: Response | None


@dataclass(frozen=True, slots=True)
class SweepCrossing:
    """The order of two curves turns somewhere between the axis values low and high."""

    low: float
    high: float
    at: float


@dataclass(frozen=True, slots=True)
class SweepCrossover:
    """Two curves against each other; crossings are claimed only where both signs are."""

    first: Mapping[str, Scalar]
    second: Mapping[str, Scalar]
    crossings: Sequence[SweepCrossing]
    claimed: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class JudgedCrossover:
    """Two curves against each other without words, and what those are made of."""

    crossover: SweepCrossover
    found: Crossover
    names: tuple[str, str]
    axis: str
    xs: Sequence[float]
    better: str
    medians: Sequence[float]
    """First over second as drawn."""
    in_rounds: bool


def judge_crossovers(
    curves: Sequence[CurveResults], axis: str, *, in_rounds: bool
) -> list[JudgedCrossover]:
    """Compare the curves that take turns as the best, or the only two there are."""
    found = [_compared(first, second, axis, in_rounds=in_rounds)
             for first, second in _pairs(curves)]  # fmt: skip
    return [one for one in found if one is not None]


def _pairs(curves: Sequence[CurveResults]) -> list[tuple[CurveResults, CurveResults]]:
    if len(curves) == 2:  # noqa: PLR2004 - a pair
        return [(curves[0], curves[1])]
    leaders = _leaders(curves)
    turns = dict.fromkeys(
        (min(pair), max(pair)) for pair in pairwise(leaders) if pair[0] != pair[1]
    )
    return [(curves[one], curves[other]) for one, other in list(turns)[:MOST_PAIRS]]


def _leaders(curves: Sequence[CurveResults]) -> list[int]:
    """Return the curve with the best centre at each value of the axis, in ascending order."""
    best: dict[float, tuple[float, int]] = {}
    for number, curve in enumerate(curves):
        for x, result in zip(curve.xs, curve.results, strict=True):
            cost = -result.value if result.series.direction == "higher" else result.value
            best[x] = min(best.get(x, (math.inf, number)), (cost, number))
    return [best[x][1] for x in sorted(best)]


def _compared(
    first: CurveResults, second: CurveResults, axis: str, *, in_rounds: bool
) -> JudgedCrossover | None:
    xs, ours, theirs = _common(first, second)
    if len(xs) < FEWEST_VALUES:
        return None
    both = response_of([*ours, *theirs], in_rounds=in_rounds)
    if both is None:
        return None
    count = len(xs)
    parts = both.part(slice(0, count)), both.part(slice(count, None))
    found = crossover_of(*parts, np.array(xs), both=both)
    names = _names(first.facet, second.facet)
    medians = [_ratio(one.value, other.value) for one, other in zip(ours, theirs, strict=True)]
    crossings = [SweepCrossing(xs[one.low], xs[one.high], one.at) for one in found.crossings]
    return JudgedCrossover(
        SweepCrossover(first.facet, second.facet, crossings, found.claimed, ""),
        found, names, axis, xs, _verb(both, ours[0]), medians, in_rounds=both.rounds is not None,
    )  # fmt: skip


def _common(
    first: CurveResults, second: CurveResults
) -> tuple[list[float], list[SweepResult], list[SweepResult]]:
    ours, theirs = (dict(zip(curve.xs, curve.results, strict=True)) for curve in (first, second))
    xs = sorted(ours.keys() & theirs.keys())
    return xs, [ours[x] for x in xs], [theirs[x] for x in xs]


def _names(first: Mapping[str, Scalar], second: Mapping[str, Scalar]) -> tuple[str, str]:
    """Name two curves by what tells them apart."""
    differing = [key for key in {**first, **second} if first.get(key) != second.get(key)]
    ours, theirs = (
        " ".join(f"{key}={facet[key]}" for key in differing if key in facet)
        for facet in (first, second)
    )
    return ours or "the first", theirs or "the second"


def _verb(response: Response, result: SweepResult) -> str:
    if response.sign > 0.0 and result.series.unit in ("s", "s/op"):
        return "faster"
    return "lower" if response.sign > 0.0 else "higher"


def _ratio(one: float, other: float) -> float:
    return one / other if one > 0.0 and other > 0.0 else math.nan
