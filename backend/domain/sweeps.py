"""Sweeps: the values of one parameter held against each other, and what can be told from that."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from backend.domain.labels import SeriesLabel
from backend.domain.parameters import Scalar
from backend.domain.sweep_sentences import Finding, sentence_of
from backend.stats.best_set import BestSet, best_set, best_set_from_summaries
from backend.stats.response import Direction

FEWEST = 2
"""Values that can be compared, and samples that have a scatter."""
COUNTS = ("thread", "worker", "connection", "client", "core", "job", "concurren", "parallel")
"""Words in the name of an axis that counts things running side by side."""


@dataclass(frozen=True, slots=True)
class SweepListing:
    """A sweep as a list shows it; `values` counts the numeric values of the axis."""

    benchmark_id: int
    suite: str
    benchmark: str
    axis: str
    values: int
    metrics: Sequence[str]
    testbeds: Sequence[str]
    latest_run_at: datetime | None


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The result of one variant in the run of a sweep; NaN and None where something is unknown."""

    series: SeriesLabel
    value: float
    low: float | None
    high: float | None
    sd: float | None
    n: int
    samples: Sequence[float] | None


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """`excess` is the relative distance to the best value: 0.03 is 3 % worse."""

    x: float
    series_id: int
    value: float
    low: float | None
    high: float | None
    n: int
    in_best_set: bool
    excess: float | None


@dataclass(frozen=True, slots=True)
class SweepCurve:
    """One line of the chart: the values of the axis with every other parameter fixed."""

    facet: Mapping[str, Scalar]
    points: Sequence[SweepPoint]
    best_x: float | None
    best_set: Sequence[float]
    claim: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SweepMark:
    x: float
    label: str


def axis_value(parameters: Mapping[str, Scalar], axis: str) -> float | None:
    """Return the number that a variant has on the axis, or None."""
    value = parameters.get(axis)
    return None if isinstance(value, bool | str) or value is None else float(value)


def curves_of(results: Sequence[SweepResult], axis: str, *, in_rounds: bool) -> list[SweepCurve]:
    """Group results into curves and judge each.

    `in_rounds`: sample i of every variant comes from round i, in which each ran once in random
    order. Results of one metric only; those without a number on the axis are left out.
    """
    groups: dict[tuple[tuple[str, Scalar], ...], list[SweepResult]] = {}
    for result in results:
        if axis_value(result.series.parameters, axis) is not None:
            groups.setdefault(_facet(result, axis), []).append(result)
    return [
        _curve(dict(facet), axis, sorted(group, key=lambda one: _x(one, axis)), in_rounds=in_rounds)
        for facet, group in groups.items()
    ]


def marks_for(axis: str, xs: Sequence[float], fingerprint: Mapping[str, Scalar]) -> list[SweepMark]:
    """Mark the number of cores on an axis that counts threads or the like and reaches it."""
    cores = axis_value(fingerprint, "cores")
    if cores is None or not xs or not any(word in axis.lower() for word in COUNTS):
        return []
    return [SweepMark(cores, f"cores = {cores:g}")] if min(xs) <= cores <= max(xs) else []


def _x(result: SweepResult, axis: str) -> float:
    return axis_value(result.series.parameters, axis) or 0.0


def _facet(result: SweepResult, axis: str) -> tuple[tuple[str, Scalar], ...]:
    return tuple(sorted((k, v) for k, v in result.series.parameters.items() if k != axis))


def _curve(
    facet: Mapping[str, Scalar], axis: str, results: Sequence[SweepResult], *, in_rounds: bool
) -> SweepCurve:
    xs = [_x(result, axis) for result in results]
    judged = _judge(results, in_rounds=in_rounds)
    finding = Finding(axis, xs, results[0].series, [one.value for one in results], judged)
    members = judged.members if judged else np.zeros(len(xs), np.bool_)
    return SweepCurve(
        facet=facet,
        points=[
            SweepPoint(
                x=x,
                series_id=one.series.id,
                value=one.value,
                low=one.low,
                high=one.high,
                n=one.n,
                in_best_set=bool(member),
                excess=_excess(one, results[judged.best]) if judged else None,
            )
            for x, one, member in zip(xs, results, members, strict=True)
        ],
        best_x=xs[judged.best] if judged else None,
        best_set=[x for x, member in zip(xs, members, strict=True) if member],
        claim=_claim(judged),
        sentence=sentence_of(finding, _interval(results, judged)),
    )


def _judge(results: Sequence[SweepResult], *, in_rounds: bool) -> BestSet | None:
    """Find the best set; None where the direction is unknown or there is nothing to compare."""
    direction = results[0].series.direction
    if direction not in ("lower", "higher") or len(results) < FEWEST:
        return None
    better: Direction = "lower" if direction == "lower" else "higher"
    samples = [one.samples or () for one in results]
    counts = {len(one) for one in samples}
    if in_rounds and len(counts) == 1 and min(counts) >= FEWEST:
        return best_set(np.array(samples, np.float64), better)
    return best_set_from_summaries(
        np.array([_centre(one) for one in results]),
        np.array([_scatter(one) for one in results]),
        np.array([one.n for one in results], np.int64),
        better,
    )


def _centre(result: SweepResult) -> float:
    return float(np.mean(result.samples)) if result.samples else result.value


def _scatter(result: SweepResult) -> float:
    if result.samples and len(result.samples) >= FEWEST:
        return float(np.std(result.samples, ddof=1))
    return math.nan if result.sd is None else result.sd


def _claim(judged: BestSet | None) -> str:
    if judged is None:
        return "none"
    return "summary only" if math.isnan(judged.quantile) else "interval"


def _excess(result: SweepResult, best: SweepResult) -> float | None:
    if best.value <= 0:
        return None
    difference = (result.value - best.value) / best.value
    return difference if result.series.direction == "lower" else -difference


def _interval(results: Sequence[SweepResult], judged: BestSet | None) -> tuple[float, float] | None:
    best = results[judged.best] if judged else None
    if best is None or best.low is None or best.high is None:
        return None
    return best.low, best.high
