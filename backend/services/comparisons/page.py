"""A comparison as its page shows it: every row in words, the worst regression first."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.columns import RowColumns, Tags, columns_of
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import FailedSide, Key, ResultColumns, matches
from backend.domain.comparisons.shown import Centre, ComparedRow
from backend.domain.comparisons.sides import Place
from backend.domain.plain_values import FiniteOrNull
from backend.domain.quantities import Quantity
from backend.stats.comparison.comparisons import Comparison, Comparisons
from backend.stats.comparison.geometric_mean import GeometricMean
from backend.stats.comparison.verdicts import STANDARD
from backend.stats.student import t_quantile
from backend.stats.suites.compare import SuiteComparison
from backend.stats.summary import summarise_ragged
from backend.wording.comparisons import (
    aspect_sentence,
    estimator_warnings,
    mean_sentence,
    precision_sentence,
    sentence_of,
    suite_sentence,
)

ORDER = {"regression": 0, "change": 1, "improvement": 2, "unknown": 3, "same": 4}
CHANGED = 3
"""Verdicts of a lower place in that order say that something differs."""
MOST_ROWS = 10_000
WHOLE_ROWS = 1_000
"""A comparison of so many rows is given whole, whoever asks for what changed."""
OTHER_DEFINITION = "The definition of the benchmark differs between the sides."


@dataclass(frozen=True, slots=True)
class OneSidedResult:
    """A result that only one side has."""

    side: Place
    series: SeriesLabel
    value: FiniteOrNull
    n: int


@dataclass(frozen=True, slots=True)
class NotCompared:
    """What cannot be compared although it was measured on one side, and why."""

    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str | None
    testbed: str
    reason: str


@dataclass(frozen=True, slots=True)
class MetricMean:
    """The geometric mean of the ratios of one metric."""

    suite: str
    metric: str
    unit: str
    direction: str
    mean: GeometricMean
    sentence: str


@dataclass(frozen=True, slots=True)
class RowFilters:
    """Which rows are shown; verdicts are those of the whole comparison all the same."""

    series: SeriesFilters
    verdicts: Sequence[str] = ()
    limit: int = MOST_ROWS
    """Rows in words."""
    tags: Tags | None = None
    """Where all rows are wanted as columns, with these tags."""
    only_changed: bool = False
    """Of more than `WHOLE_ROWS` rows give those that differ, or the first if none does."""

    @property
    def hides(self) -> bool:
        """Say whether there is anything to look for."""
        chosen = self.series
        named = (chosen.benchmark, chosen.metric, chosen.parameters, chosen.words())
        return bool(self.verdicts) or any(named)

    def folds(self, matching: int) -> bool:
        """Say whether to leave out what did not change, where so many rows match."""
        return self.only_changed and matching > WHOLE_ROWS

    def shows(self, label: SeriesLabel) -> bool:
        return self.shows_named(label.suite, label.benchmark, label.parameters, label.metric)

    def shows_named(
        self, suite: str, benchmark: str, parameters: Mapping[str, Scalar], metric: str | None
    ) -> bool:
        chosen = self.series
        if chosen.benchmark and benchmark not in chosen.benchmark:
            return False
        if chosen.metric and metric not in chosen.metric:
            return False
        if chosen.parameters and not matches(parameters, chosen.parameters):
            return False
        words = chosen.words()
        if not words:
            return True
        values = (f"{name}={value}" for name, value in parameters.items())
        text = " ".join([suite, benchmark, metric or "", *values]).casefold()
        return all(word.casefold() in text for word in words)


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """All of a comparison that its page shows."""

    suite: SuiteComparison
    rows: Sequence[ComparedRow]
    columns: RowColumns | None
    matching: int
    """Rows that pass the filters, shown or not."""
    folded: int
    """Those of them that are the same or inconclusive and are left out."""
    means: Sequence[MetricMean]
    mean_reach: float
    """Standard errors that the interval of a mean reaches to either side."""
    one_sided: Sequence[OneSidedResult]
    failed: Sequence[NotCompared]
    sentence: str
    precision: str


def page_of(
    suite: SuiteComparison,
    lined: LinedUp,
    columns: tuple[ResultColumns, ResultColumns],
    filters: RowFilters,
    threshold: float,
    centres: SuiteComparison | None = None,
) -> ComparisonPage:
    """Put a comparison into words and order; `centres` where aspects stand before them."""
    whole = _with_all_failures(suite, lined)
    rows = Rows(suite, lined, columns, threshold, centres)
    matching = rows.chosen(filters)
    chosen = matching
    if filters.folds(len(matching)):
        # where nothing differs, the first of the others are what there is to see
        chosen = rows.changed(matching) or matching[:WHOLE_ROWS]
    return ComparisonPage(
        suite=whole,
        rows=rows.at(chosen[: filters.limit]),
        columns=None
        if filters.tags is None
        else columns_of((suite, centres or suite), lined, columns, filters.tags, chosen),
        matching=len(matching),
        folded=len(matching) - len(chosen),
        means=_means(suite, lined),
        mean_reach=float(t_quantile(1.0 - STANDARD.alpha, math.inf)),
        one_sided=[one for one in _one_sided(whole, lined, columns) if filters.shows(one.series)],
        failed=[
            one
            for one in _not_compared(suite, lined)
            if filters.shows_named(one.suite, one.benchmark, one.parameters, one.metric)
        ],
        sentence=suite_sentence(whole),
        precision=precision_sentence(suite),
    )


def _with_all_failures(suite: SuiteComparison, lined: LinedUp) -> SuiteComparison:
    """Count a failure without another side as failed only, and those of unknown variants too."""
    failed = {key for key, _ in suite.failed}
    return replace(
        suite,
        only_baseline=tuple(key for key in suite.only_baseline if key not in failed),
        only_contender=tuple(key for key in suite.only_contender if key not in failed),
        failed=(*suite.failed, *((one, one.text) for _, one in lined.nameless)),
    )


class Rows:
    """Makes rows from the columns of a comparison."""

    def __init__(
        self,
        suite: SuiteComparison,
        lined: LinedUp,
        columns: tuple[ResultColumns, ResultColumns],
        threshold: float,
        centres: SuiteComparison | None = None,
    ) -> None:
        self.suite, self.lined, self.threshold = suite, lined, threshold
        self.of_centres = centres or suite
        self.centres = [
            list(zip(*(column.tolist() for column in (one.value, one.low, one.high)), strict=True))
            for one in columns
        ]
        self.series = columns[0].series.tolist()
        self.keys = cast("tuple[Key, ...]", suite.keys)
        self.versions = columns[0].versions, columns[1].versions

    def chosen(self, filters: RowFilters) -> list[int]:
        """Return the places of the rows that pass the filters, the worst regression first."""
        verdicts = self.suite.comparisons.verdict.tolist()
        keys, labels = self.keys, self.lined.labels
        order = _order(self.suite.comparisons)
        if not filters.hides:
            return order
        return [
            place
            for place in order
            if (not filters.verdicts or verdicts[place] in filters.verdicts)
            and filters.shows(labels[keys[place]])
        ]

    def changed(self, places: Sequence[int]) -> list[int]:
        """Return those of the places where something differs, in their order."""
        verdicts = self.suite.comparisons.verdict.tolist()
        return [place for place in places if ORDER[verdicts[place]] < CHANGED]

    def at(self, places: Sequence[int]) -> list[ComparedRow]:
        adjusted = self.suite.adjusted.tolist()
        told = self.suite.comparisons.rows(places), self.of_centres.comparisons.rows(places)
        return [
            self._row(self.keys[place], one, centre, adjusted[place])
            for place, one, centre in zip(places, *told, strict=True)
        ]

    def _row(self, key: Key, one: Comparison, centre: Comparison, adjusted: float) -> ComparedRow:
        label = self.lined.labels[key]
        where = self.lined.places[0][key], self.lined.places[1][key]
        quantity = Quantity(label.metric, label.unit, label.direction)
        return {
            "series": label,
            "baseline_series": self.series[where[0][0]],
            "aspect": one.aspect,
            "baseline": self._side(0, where[0], one),
            "contender": self._side(1, where[1], one),
            "basis": one.basis,
            "estimator": one.estimator,
            "n": one.n,
            "is_ratio": one.is_ratio,
            "ratio": one.ratio,
            "difference": one.difference,
            "low": one.low,
            "high": one.high,
            "coverage": one.coverage,
            "p": one.p,
            "adjusted_p": adjusted,
            "verdict": one.verdict,
            "pairs_needed": one.pairs_needed,
            "is_hopeless": one.pairs_needed == math.inf,
            "sentence": aspect_sentence(one, centre, quantity, self.threshold)
            if one.aspect
            else sentence_of(one, quantity, self.threshold, adjusted),
            "warnings": (
                *one.warnings,
                *estimator_warnings(one, self.threshold),
                *self._warnings(key, where),
            ),
        }

    def _side(self, side: int, where: Sequence[int], one: Comparison) -> Centre:
        value = (one.baseline, one.contender)[side]
        n = (one.n_baseline, one.n_contender)[side]
        if one.aspect:
            return {"value": value, "low": math.nan, "high": math.nan, "n": n, "runs": len(where)}
        if len(where) == 1:
            _, low, high = self.centres[side][where[0]]
        else:
            several = summarise_ragged([[self.centres[side][place][0] for place in where]])
            low, high = float(several.low[0]), float(several.high[0])
        return {"value": value, "low": low, "high": high, "n": n, "runs": len(where)}

    def _warnings(self, key: Key, where: tuple[list[int], list[int]]) -> tuple[str, ...]:
        versions = {self.versions[side][place] for side in (0, 1) for place in where[side]}
        said: tuple[str, ...] = (OTHER_DEFINITION,) if len(versions) > 1 else ()
        for name, failed in zip(("baseline", "contender"), self.lined.failed, strict=True):
            if key in failed:
                said += (f"Another run of the {name} failed: {failed[key][0].text}.",)
        return said


def _order(found: Comparisons) -> list[int]:
    """Return all places by verdict, the largest effect first; equals keep their order."""
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(
            found.is_ratio,
            np.abs(np.log(found.ratio)),
            np.abs(found.difference) / np.abs(found.baseline),
        )
    verdict = np.array([ORDER[one] for one in found.verdict.tolist()], np.int64)
    places: list[int] = np.lexsort((-np.nan_to_num(size), verdict)).tolist()
    return places


def _means(suite: SuiteComparison, lined: LinedUp) -> list[MetricMean]:
    labels = {str(metric): label for metric, label in lined.labels.of_metrics().items()}
    found = []
    for metric, mean in suite.means.items():
        label = labels[metric]
        quantity = Quantity(label.metric, label.unit, label.direction)
        said = mean_sentence(mean, quantity)
        found.append(MetricMean(label.suite, label.metric, label.unit, label.direction, mean, said))
    told = ordered_metrics(Quantity(one.metric, one.unit, one.direction) for one in found)
    return sorted(found, key=lambda one: (one.suite, told.index(one.metric)))


def _one_sided(
    suite: SuiteComparison, lined: LinedUp, columns: tuple[ResultColumns, ResultColumns]
) -> list[OneSidedResult]:
    sides: tuple[tuple[Place, Sequence[object]], ...] = (
        ("baseline", suite.only_baseline),
        ("contender", suite.only_contender),
    )
    return [
        OneSidedResult(
            side,
            lined.labels[cast("Key", key)],
            float(own.value[lined.places[number][cast("Key", key)][-1]]),
            int(own.n[lined.places[number][cast("Key", key)][-1]]),
        )
        for number, ((side, keys), own) in enumerate(zip(sides, columns, strict=True))
        for key in keys
    ]


def _not_compared(suite: SuiteComparison, lined: LinedUp) -> list[NotCompared]:
    found = [_of_label(lined.labels[cast("Key", key)], reason) for key, reason in suite.failed]
    return found + [_of_failure(side, one) for side, one in lined.nameless]


def _of_label(label: SeriesLabel, reason: str) -> NotCompared:
    return NotCompared(
        label.suite, label.benchmark, label.parameters, label.metric, label.testbed, reason
    )


def _of_failure(side: Place, one: FailedSide) -> NotCompared:
    reason = f"{side}: {one.text}"
    return NotCompared(one.suite, one.benchmark, one.parameters, one.metric, one.testbed, reason)
