"""Values of a sweep held against the one that holds where nobody sets the parameter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.held_results import compare_in_run, compare_unpaired
from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.pooling import shared_rounds
from backend.domain.sweeps.results import SweepResult
from backend.stats.compare import Question
from backend.stats.comparison.comparisons import Comparison


@dataclass(frozen=True, slots=True)
class DefaultRatio:
    """A value over the default, with the interval of every comparison (99 %)."""

    ratio: float
    low: float | None
    """With `high` the interval; null where the scatter is not known."""
    high: float | None
    verdict: str
    """As of a comparison: improvement, regression, same or unknown."""


def ratios_to_default(curve: CurveResults, default: float) -> list[DefaultRatio | None]:
    """Return the ratio of each value to the default, None for the default itself.

    Empty where the default was not measured or which way is better is not known.
    """
    if default not in curve.xs or curve.response is None:
        return []
    in_rounds = curve.response.rounds is not None
    baseline = curve.results[curve.xs.index(default)]
    return [
        None if one is baseline else _ratio(baseline, one, in_rounds=in_rounds)
        for one in curve.results
    ]


def costs_of(
    curves: Sequence[CurveResults], facet: Mapping[str, Scalar], ends: tuple[float, float]
) -> list[tuple[SeriesLabel, DefaultRatio]]:
    """Return what a value has in other metrics over the default, in curves of the same facet."""
    value, default = ends
    found = []
    for curve in curves:
        is_there = value in curve.xs and default in curve.xs
        if curve.facet != facet or not is_there or curve.response is None:
            continue
        one, baseline = (curve.results[curve.xs.index(x)] for x in (value, default))
        in_rounds = curve.response.rounds is not None
        ratio = _ratio(baseline, one, in_rounds=in_rounds)
        found += [] if ratio is None else [(one.series, ratio)]
    return found


def _compared(baseline: SweepResult, contender: SweepResult, *, in_rounds: bool) -> Comparison:
    label = contender.series
    if in_rounds:
        return compare_in_run(label, baseline, contender)[0]
    return compare_unpaired(label, baseline, contender, Question(label.direction, 0.0))[0]


def _ratio(
    baseline: SweepResult, contender: SweepResult, *, in_rounds: bool
) -> DefaultRatio | None:
    """Compare results of several runs by the rounds that both have, never run against run."""
    if baseline.is_pooled or contender.is_pooled:
        shared = shared_rounds(baseline, contender)
        if shared is None:
            return None
        baseline, contender = shared
    found = _compared(baseline, contender, in_rounds=in_rounds)
    if not found.is_ratio or found.is_contradicted:
        return None
    is_known = found.low == found.low and found.high == found.high
    return DefaultRatio(
        found.ratio,
        found.low if is_known else None,
        found.high if is_known else None,
        found.verdict,
    )
