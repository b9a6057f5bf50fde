"""All rows of a comparison as columns: a page sorts, filters and draws thousands of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

import numpy as np
from numpy.typing import NDArray

from backend.domain.answer_columns import BoolColumn, FloatColumn, IntColumn, ListOf
from backend.domain.catalogue.labels import DirectionName, NoiseName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import Key, ResultColumns
from backend.stats.arrays import Floats, Ints
from backend.stats.comparison.comparisons import Basis
from backend.stats.comparison.verdicts import Verdict
from backend.stats.suites.compare import SuiteComparison

Tags = Mapping[int, Mapping[str, str]]
"""Tags of variants and their benchmarks by the id of the variant; absent: none."""
Short = NDArray[np.float32]
"""Seven digits are more than a page shows, and half as long to send."""
ShortColumn = Annotated[Short, ListOf(float | None)]


@dataclass(frozen=True, slots=True)
class ComparedVariant:
    """What a row is of."""

    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    suite: str
    name: str
    unit: str
    direction: DirectionName
    noise: NoiseName


@dataclass(frozen=True, slots=True)
class RowColumns:
    """One place per row in every column, the worst regression first.

    `variant`, `metric` and `testbed` are places in the lists beside them. Numbers mean what they
    mean in `ComparedRow`, null where unknown; those that a page only draws have seven digits.
    """

    variants: Sequence[ComparedVariant]
    metrics: Sequence[ComparedMetric]
    testbeds: Sequence[str]
    series: IntColumn
    baseline_series: IntColumn
    variant: IntColumn
    metric: IntColumn
    testbed: IntColumn
    aspect: Sequence[str]
    """What all numbers are of: empty for centres, "p99", …"""
    baseline: FloatColumn
    contender: FloatColumn
    basis: Sequence[Basis]
    n: IntColumn
    is_ratio: BoolColumn
    ratio: ShortColumn
    difference: FloatColumn
    low: FloatColumn
    high: FloatColumn
    centre: ShortColumn
    """The ratio of the centres, of which means are taken."""
    error: ShortColumn
    """Standard error of the logarithm of that, unknown where the scatter between runs is."""
    adjusted_p: ShortColumn
    verdict: Sequence[Verdict]
    pairs_needed: ShortColumn
    is_hopeless: BoolColumn
    to_see: ShortColumn
    """The effect, as a share, that `pairs_needed` further pairs would show."""
    same_binary: BoolColumn
    covers_runs: BoolColumn


def columns_of(
    suites: tuple[SuiteComparison, SuiteComparison],
    lined: LinedUp,
    results: tuple[ResultColumns, ResultColumns],
    tags: Tags,
    order: Sequence[int],
) -> RowColumns:
    """Return the rows at these places in this order; the second suite has the centres alone."""
    suite, centres = suites[0], suites[1].comparisons
    keys = [cast("Key", suite.keys[place]) for place in order]
    before, after = (
        np.array([places[key][0] for key in keys], np.int64) for places in lined.places
    )
    found, at, own = suite.comparisons, np.asarray(order, np.int64), results[1]
    variant, metric, testbed = (
        _distinct(ids[after]) for ids in (own.variant, own.metric, own.testbed)
    )
    return RowColumns(
        variants=[
            _variant(lined.labels.names(keys[place]), tags.get(id_, {}))
            for place, id_ in zip(
                variant.first, own.variant[after][variant.first].tolist(), strict=True
            )
        ],
        metrics=[_metric(lined.labels[keys[place]]) for place in metric.first],
        testbeds=[lined.labels[keys[place]].testbed for place in testbed.first],
        series=own.series[after],
        baseline_series=results[0].series[before],
        variant=variant.rows,
        metric=metric.rows,
        testbed=testbed.rows,
        aspect=found.aspect[at].tolist(),
        baseline=found.baseline[at],
        contender=found.contender[at],
        basis=found.basis[at].tolist(),
        n=found.n[at],
        is_ratio=found.is_ratio[at],
        ratio=_short(found.ratio[at]),
        difference=found.difference[at],
        low=found.low[at],
        high=found.high[at],
        centre=_short(np.where(centres.is_ratio, centres.ratio, np.nan)[at]),
        error=_short(np.where(centres.covers_runs, centres.error, np.nan)[at]),
        adjusted_p=_short(suite.adjusted[at]),
        verdict=found.verdict[at].tolist(),
        pairs_needed=_short(found.pairs_needed[at]),
        is_hopeless=np.isposinf(found.pairs_needed[at]),
        to_see=_short(found.effect_to_see[at]),
        same_binary=found.same_binary[at],
        covers_runs=found.covers_runs[at],
    )


@dataclass(frozen=True, slots=True)
class _Distinct:
    """What occurs in a column: where each is first seen, and which of them each row has."""

    first: Sequence[int]
    rows: Ints


def _distinct(ids: Ints) -> _Distinct:
    _, first, rows = np.unique(ids, return_index=True, return_inverse=True)
    return _Distinct(first.tolist(), rows.astype(np.int64))


def _variant(
    names: tuple[str, str, Mapping[str, Scalar]], tags: Mapping[str, str]
) -> ComparedVariant:
    suite, benchmark, parameters = names
    return ComparedVariant(suite, benchmark, parameters, tags)


def _metric(label: SeriesLabel) -> ComparedMetric:
    return ComparedMetric(label.suite, label.metric, label.unit, label.direction, label.noise)


def _short(numbers: Floats) -> Short:
    with np.errstate(over="ignore"):
        return numbers.astype(np.float32)
