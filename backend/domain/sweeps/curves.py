"""Sweeps: the values of one parameter held against each other, and what can be told from that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Literal

import numpy as np

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.defaults import DefaultRatio
from backend.domain.sweeps.findings import SweepFinding
from backend.domain.sweeps.places import MachineFact
from backend.domain.sweeps.results import ClaimName, SweepResult, axis_value, response_of
from backend.stats.sweeps.answers import MARGIN, SweepVerdict, judge_sweep
from backend.stats.sweeps.knees import Knee


@dataclass(frozen=True, slots=True)
class SweepRow:
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
class SweepBest:
    """What is best in a sweep, by the runs that its page answers from: the curves, and how many."""

    benchmark_id: int
    axis: str
    metric: str
    unit: str
    curves: Sequence["SweepOptimum"]
    """The first of them; `of` counts all."""
    of: int
    run_id: int
    """Of the runs that answer, the one with most values."""
    runs: int
    """How many runs answer together."""
    is_fit: bool
    """False: the machine of these runs was not fit to measure wall times."""
    measured_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SweepOptimum:
    """The best value of one curve with those not distinguishable from it; `values` it has."""

    facet: Mapping[str, Scalar]
    best_x: float
    best_set: Sequence[float]
    """What is not distinguishable from the best, itself among them."""
    values: int
    value: float
    claimed: bool
    points: Sequence["DrawnPoint"]
    """The curve as a small picture draws it, at most 60 of its values."""


@dataclass(frozen=True, slots=True)
class DrawnPoint:
    """A value of the axis with its result and interval."""

    x: float
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """`excess` is the relative distance to the best value, round by round: 0.03 is 3 % worse.

    `behind` is what it is at most (95 % for all values at once), None without a claim;
    `is_equal`: that is within the margin, or without a claim the excess is.
    """

    x: float
    series_id: int
    value: float
    low: float | None
    high: float | None
    n: int
    in_best_set: bool
    excess: float | None
    """Relative distance to the best value: 0.03 is 3 % worse."""
    behind: float | None = None
    """How much worse than the best it is at most, for all values at once with 95 %."""
    is_equal: bool = False
    """Within the margin of the best: known to be, or without a claim by its number alone."""
    versus_default: DefaultRatio | None = None
    """Over the default that the suite names; null for itself and where none is named."""


@dataclass(frozen=True, slots=True)
class SweepKnee:
    """Where more (`pays` more) or less of the parameter stops paying; somewhere in low..high."""

    x: float
    low: float
    high: float
    pays: Literal["more", "less"]


@dataclass(frozen=True, slots=True)
class SweepPlateau:
    """Neighbouring values that all are within the margin of the best, at most `behind` it."""

    low: float
    high: float
    behind: float


@dataclass(frozen=True, slots=True)
class SweepCliff:
    """A jump of the result by `ratio` between two neighbouring values of the axis."""

    low: float
    high: float
    ratio: float
    """The result beyond the jump over the one before it."""


@dataclass(frozen=True, slots=True)
class SweepForm:
    """The form of a curve; all of it is claimed where the curve has the claim "interval"."""

    knee: SweepKnee | None = None
    plateau: SweepPlateau | None = None
    cliffs: Sequence[SweepCliff] = ()
    is_flat: bool = False
    """Every value is within the margin of the best."""
    more_rounds: int | None = None
    """Rounds that would settle what is open; 0 for none, null where that is not known."""


@dataclass(frozen=True, slots=True)
class SweepCurve:
    """One line of the chart: the values of the axis with every other parameter fixed.

    `rounds`: how many it was judged by, in each of which every value was measured; None where
    the values were compared without rounds.
    """

    facet: Mapping[str, Scalar]
    points: Sequence[SweepPoint]
    best_x: float | None
    best_set: Sequence[float]
    claim: ClaimName
    """`interval`: the best set holds the true best with 95 %; otherwise nothing is claimed."""
    sentence: str
    remarks: Sequence[str] = ()
    """What else the curve says, a sentence each, the most useful first."""
    form: SweepForm = SweepForm()
    rounds: int | None = None
    """How many it was judged by, round by round; null where values were compared without them."""


@dataclass(frozen=True, slots=True)
class JudgedCurve:
    """A curve without its words, and what they are made of; the interval is that of its best."""

    curve: SweepCurve
    finding: SweepFinding
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class SweepReading:
    """How results are read: their axis, the margin, and the machine's facts."""

    axis: str
    margin: float = MARGIN
    facts: Sequence[MachineFact] = ()


def group_curves(
    results: Sequence[SweepResult], axis: str, *, in_rounds: bool
) -> list[CurveResults]:
    """Group results into curves in ascending order; those without a number are left out.

    Results of one metric and run only; `in_rounds`: sample i of every variant comes from round
    i, in which each ran once in random order.
    """
    groups: dict[tuple[tuple[str, Scalar], ...], list[tuple[float, SweepResult]]] = {}
    for result in results:
        x = axis_value(result.series.parameters, axis)
        if x is not None:
            groups.setdefault(_facet(result, axis), []).append((x or 0.0, result))
    curves = []
    for facet, group in groups.items():
        group.sort(key=itemgetter(0))
        xs, ordered = [x for x, _ in group], [result for _, result in group]
        response = response_of(ordered, in_rounds=in_rounds)
        curves.append(CurveResults(dict(facet), xs, ordered, response))
    return curves


def judge_curve(curve: CurveResults, reading: SweepReading) -> JudgedCurve:
    """Judge one curve: its best set and its form; its sentences are still empty."""
    xs, results, response = curve.xs, curve.results, curve.response
    verdict = judge_sweep(response, np.array(xs), margin=reading.margin) if response else None
    values = [one.value for one in results]
    rounds = response.rounds if response else None
    finding = SweepFinding(
        reading.axis, xs, results[0].series, values, verdict, reading.facts, rounds is not None
    )
    shown = SweepCurve(
        facet=curve.facet,
        points=[_point(finding, place, one) for place, one in enumerate(results)],
        best_x=xs[finding.best] if verdict else None,
        best_set=[x for place, x in enumerate(xs) if verdict and verdict.best.members[place]],
        claim="none" if verdict is None else "interval" if verdict.claimed else "summary only",
        sentence="",
        form=_form(xs, verdict) if verdict else SweepForm(),
        rounds=None if rounds is None else rounds.shape[1],
    )
    return JudgedCurve(shown, finding, _interval(finding, results))


def _facet(result: SweepResult, axis: str) -> tuple[tuple[str, Scalar], ...]:
    return tuple(sorted((k, v) for k, v in result.series.parameters.items() if k != axis))


def _point(finding: SweepFinding, place: int, result: SweepResult) -> SweepPoint:
    verdict = finding.verdict
    known = verdict is not None and verdict.claimed and verdict.best.logarithmic
    return SweepPoint(
        x=finding.xs[place],
        series_id=result.series.id,
        value=result.value,
        low=result.low,
        high=result.high,
        n=result.n,
        in_best_set=bool(verdict and verdict.best.members[place]),
        excess=_excess(finding, place),
        behind=_finite(verdict.behind[place]) if known and verdict else None,
        is_equal=bool(verdict and verdict.equal[place]),
    )


def _excess(finding: SweepFinding, place: int) -> float | None:
    """Take the distance round by round, as the sentences do, or that of the values shown.

    The latter too where the rounds put another value first than the numbers do: their distances
    are from that one, and nothing is told apart there anyway.
    """
    if finding.verdict is None:
        return None
    best, judged = finding.values[finding.best], finding.verdict.best
    if best <= 0:
        return None
    if place == finding.best:
        return 0.0
    is_judged = judged.best == finding.best and judged.logarithmic
    is_judged = is_judged and bool(np.isfinite(judged.differences[place]))
    ratio = float(judged.differences[place]) if is_judged else finding.values[place] / best
    return ratio - 1.0 if finding.series.direction == "lower" else 1.0 - ratio


def _form(xs: Sequence[float], verdict: SweepVerdict) -> SweepForm:
    plateau = verdict.plateau
    return SweepForm(
        knee=_knee(xs, verdict.knee) if verdict.knee else None,
        plateau=SweepPlateau(xs[plateau.first], xs[plateau.last], plateau.behind)
        if plateau
        else None,
        cliffs=[SweepCliff(xs[one.after], xs[one.after + 1], one.ratio) for one in verdict.cliffs],
        is_flat=verdict.is_flat,
        more_rounds=verdict.more_rounds,
    )


def _knee(xs: Sequence[float], knee: Knee) -> SweepKnee:
    return SweepKnee(xs[knee.place], xs[knee.low], xs[knee.high], knee.pays)


def _finite(number: float) -> float | None:
    return float(number) if np.isfinite(number) else None


def _interval(finding: SweepFinding, results: Sequence[SweepResult]) -> tuple[float, float] | None:
    best = results[finding.best] if finding.verdict else None
    if best is None or best.low is None or best.high is None:
        return None
    return best.low, best.high
