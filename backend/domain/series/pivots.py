"""A table of the newest results: rows and columns by any two facets, values or ratios inside."""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.domain.catalogue.filters import FACETS, PARAMETER, TAG
from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.comparisons.results import SeriesScatter, longest, scatter_between_runs
from backend.stats.comparison.estimates import StudentEstimates
from backend.stats.comparison.from_summaries import Reported, ReportedMany, log_errors
from backend.stats.comparison.geometric_mean import Divisors, geometric_mean
from backend.stats.comparison.run_scatter import RunScatter
from backend.stats.student import t_quantile

MOST_ROWS = 300
MOST_COLUMNS = 30
MOST_IDS = 20
"""Series that a cell names; it counts all of them."""
COVERAGE = 0.95
Value = Scalar | None
"""Of a facet; None where a series does not have it."""


@dataclass(frozen=True, slots=True)
class PivotSeries:
    """A series with the newest of its results."""

    label: SeriesLabel
    tags: Mapping[str, str]
    value: float
    low: float | None
    high: float | None
    n: int
    run: Hashable
    """Tells its run from those of others."""
    noise: SeriesScatter | None

    def facet(self, name: str) -> Value:
        if name.startswith(PARAMETER):
            return self.label.parameters.get(name.removeprefix(PARAMETER))
        if name.startswith(TAG):
            return self.tags.get(name.removeprefix(TAG))
        value: str = getattr(self.label, name)
        return value

    def partner_key(self, name: str) -> tuple[object, ...]:
        """Return all that it is besides one facet: what it shares with its counterpart."""
        parameters = {PARAMETER + key: value for key, value in self.label.parameters.items()}
        dimensions = {facet: getattr(self.label, facet) for facet in FACETS}
        beside = [pair for pair in sorted((dimensions | parameters).items()) if pair[0] != name]
        return (*beside, self.label.unit, self.label.direction)


@dataclass(frozen=True, slots=True)
class PivotCell:
    """One place of the table: a value in its unit, or the ratio to the column held against."""

    row: int
    column: int
    value: float | None
    low: float | None
    high: float | None
    n: int
    """Samples behind a single value; pairs behind a ratio."""
    unit: str
    direction: DirectionName
    metric: str
    """Whose words tell what a ratio means: empty where there are several."""
    count: int
    """Series in the cell; of several the value is their geometric mean."""
    series: Sequence[int]
    """The first of them."""
    reason: str
    """Why there is no value; empty where there is one."""


@dataclass(frozen=True, slots=True)
class PivotMean:
    """The geometric mean of the ratios of a row or column; None where there are none to average."""

    ratio: float | None
    low: float | None
    high: float | None
    n: int
    unit: str
    """"1" where there are several."""
    direction: DirectionName
    metric: str
    """Whose words tell what the ratio means, in its unit; "1" where there are several units."""


@dataclass(frozen=True, slots=True)
class Pivot:
    """Rows and columns in order, cells by their places; null is the lack of a facet."""

    rows: Sequence[Value]
    columns: Sequence[Value]
    row_total: int
    column_total: int
    cells: Sequence[PivotCell]
    row_means: Sequence[PivotMean]
    column_means: Sequence[PivotMean]


@dataclass(frozen=True, slots=True)
class _Ratio:
    """A result held against its counterpart; errors are of logarithms, nan where unknown."""

    series: PivotSeries
    partner: PivotSeries
    ratio: float
    error: float
    """Of the result alone."""
    partner_error: float
    degrees: float


def pivot_of(series: Sequence[PivotSeries], rows: str, columns: str, against: str | None) -> Pivot:
    """Line up the newest results; with `against`, as ratios to that column, series by series.

    A series is held against the one that differs from it in nothing but the facet of the columns.
    """
    row_values = _values(one.facet(rows) for one in series)
    column_values = _values(one.facet(columns) for one in series)
    shown = _Grid(row_values[:MOST_ROWS], column_values[:MOST_COLUMNS])
    cells: dict[tuple[int, int], list[PivotSeries]] = defaultdict(list)
    for one in series:
        place = shown.place(one.facet(rows), one.facet(columns))
        if place is not None:
            cells[place].append(one)
    if against is None:
        made = [_value_cell(place, some) for place, some in sorted(cells.items())]
        ratios: dict[tuple[int, int], list[_Ratio]] = {}
    else:
        ratios = _ratios(cells, columns, shown.column_named(against))
        made = [_ratio_cell(place, cells[place], ratios[place]) for place in sorted(cells)]
    return Pivot(
        rows=shown.rows,
        columns=shown.columns,
        row_total=len(row_values),
        column_total=len(column_values),
        cells=made,
        row_means=[_mean(ratios, 0, index) for index in range(len(shown.rows))],
        column_means=[_mean(ratios, 1, index) for index in range(len(shown.columns))],
    )


class _Grid:
    """The values that make rows and columns, and where each stands."""

    def __init__(self, rows: Sequence[Value], columns: Sequence[Value]) -> None:
        self.rows, self.columns = rows, columns
        self._rows = {_key(value): place for place, value in enumerate(rows)}
        self._columns = {_key(value): place for place, value in enumerate(columns)}

    def place(self, row: Value, column: Value) -> tuple[int, int] | None:
        places = self._rows.get(_key(row)), self._columns.get(_key(column))
        return None if places[0] is None or places[1] is None else (places[0], places[1])

    def column_named(self, text: str) -> int | None:
        """Return the column whose value is written so in an address."""
        named = (i for i, value in enumerate(self.columns) if _text(value) == text)
        return next(named, None)


def _key(value: Value) -> tuple[bool, Value]:
    return isinstance(value, bool), value  # in Python, true is 1


def _text(value: Value) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(found: Iterable[Value]) -> list[Value]:
    """Return each value once: numbers by size, then texts, then the lack of one."""
    once = {_key(value): value for value in found}.values()
    return sorted(once, key=_rank)


def _rank(value: Value) -> tuple[int, float, str]:
    if value is None:
        return (2, 0.0, "")
    if isinstance(value, bool | str):
        return (1, 0.0, _text(value).casefold())
    return (0, float(value), "")


def _empty_cell(place: tuple[int, int], series: Sequence[PivotSeries]) -> PivotCell:
    label = series[0].label
    return PivotCell(
        row=place[0],
        column=place[1],
        value=None,
        low=None,
        high=None,
        n=0,
        unit=label.unit,
        direction=label.direction,
        metric=_only([one.label.metric for one in series], ""),
        count=len(series),
        series=[one.label.id for one in series[:MOST_IDS]],
        reason="",
    )


def _value_cell(place: tuple[int, int], series: Sequence[PivotSeries]) -> PivotCell:
    cell, first = _empty_cell(place, series), series[0]
    if len(series) == 1:
        return replace(cell, value=first.value, low=first.low, high=first.high, n=first.n)
    reason = _no_mean(series)
    if reason:
        return replace(cell, reason=reason)
    return replace(cell, value=math.exp(sum(math.log(one.value) for one in series) / len(series)))


def _no_mean(series: Sequence[PivotSeries]) -> str:
    if len({(one.label.unit, one.label.direction, one.label.metric) for one in series}) > 1:
        return "several metrics"
    if any(one.value <= 0 for one in series):
        return "values at or below zero"
    return ""


def _ratios(
    cells: Mapping[tuple[int, int], Sequence[PivotSeries]], columns: str, base: int | None
) -> dict[tuple[int, int], list[_Ratio]]:
    """Return the ratio of every series to its counterpart in the base column."""
    found: dict[tuple[int, int], list[_Ratio]] = {place: [] for place in cells}
    pairs: list[tuple[tuple[int, int], PivotSeries, PivotSeries]] = []
    partners = {
        one.partner_key(columns): one for (_, column), some in cells.items() if column == base
        for one in some
    }  # fmt: skip
    for place, some in cells.items():
        for one in some:
            partner = partners.get(one.partner_key(columns))
            if partner is not None and partner.value > 0 and one.value > 0:
                pairs.append((place, partner, one))
    if not pairs:
        return found
    first = log_errors(ReportedMany.of([_reported(partner) for _, partner, _ in pairs]))
    last = log_errors(ReportedMany.of([_reported(one) for _, _, one in pairs]))
    told = zip(pairs, zip(*first, strict=True), zip(*last, strict=True), strict=True)
    ratios = [_ratio(partner, one, (before, after)) for (_, partner, one), before, after in told]
    for (place, _, _), ratio in zip(pairs, _held_against_far_runs(ratios), strict=True):
        found[place].append(ratio)
    return found


def _held_against_far_runs(ratios: Sequence[_Ratio]) -> list[_Ratio]:
    """Widen the errors of ratios across runs where histories have runs far from their level."""
    known = [longest(_noise_of(one)) for one in ratios]
    places = [
        place for place, one in enumerate(known)
        if one is not None and one.shares and ratios[place].partner.run != ratios[place].series.run
    ]  # fmt: skip
    held = list(ratios)
    if not places:
        return held
    some = [(ratios[place], one) for place in places if (one := known[place]) is not None]
    errors = np.array([math.hypot(ratio.error, ratio.partner_error) for ratio, _ in some])
    degrees = np.array([ratio.degrees for ratio, _ in some])
    inner = StudentEstimates(
        np.log([ratio.ratio for ratio, _ in some]), errors, degrees, np.ones(len(some), np.bool_)
    )
    scatter = RunScatter(
        np.array([one.sigma for _, one in some]), degrees, np.array([one.shares for _, one in some])
    )
    wider = scatter.tailed(inner, scatter.runs((1, 1))).error / errors
    for place, by in zip(places, wider.tolist(), strict=True):
        error, partner_error = held[place].error * by, held[place].partner_error * by
        held[place] = replace(held[place], error=error, partner_error=partner_error)
    return held


def _noise_of(ratio: _Ratio) -> list[SeriesScatter]:
    both = ratio.partner.noise, ratio.series.noise
    return [noise for noise in both if noise is not None]


def _ratio(
    partner: PivotSeries, one: PivotSeries, within: tuple[tuple[float, float], tuple[float, float]]
) -> _Ratio:
    """Hold a result against another one; `within` are the errors and degrees inside their runs.

    As for any two runs, the larger counts: the error inside, or the scatter between runs.
    """
    ratio = one.value / partner.value
    if partner is one:
        return _Ratio(one, partner, 1.0, 0.0, 0.0, math.inf)
    (first, first_degrees), (last, last_degrees) = within
    inner = _Ratio(
        one, partner, ratio, float(last), float(first),
        _welch((first, last), (first_degrees, last_degrees)),
    )  # fmt: skip
    if partner.run == one.run:
        return inner
    sigma, degrees = scatter_between_runs(_noise_of(inner), min(partner.value, one.value))
    if math.hypot(first, last) > math.sqrt(2.0) * sigma:
        return inner
    return _Ratio(one, partner, ratio, sigma, sigma, degrees)


def _welch(errors: tuple[float, float], degrees: tuple[float, float]) -> float:
    total = (errors[0] ** 2 + errors[1] ** 2) ** 2
    shares = errors[0] ** 4 / degrees[0] + errors[1] ** 4 / degrees[1]
    return float(total / shares) if shares > 0.0 else min(degrees)


def _reported(one: PivotSeries) -> Reported:
    if one.low is None or one.high is None or not one.low <= one.value <= one.high:
        return Reported(one.value, n=one.n)
    return Reported(one.value, n=one.n, low=one.low, high=one.high)


def _ratio_cell(
    place: tuple[int, int], series: Sequence[PivotSeries], ratios: Sequence[_Ratio]
) -> PivotCell:
    cell = _empty_cell(place, series)
    if not ratios:
        return replace(cell, reason="nothing to hold it against")
    if not _are_one_metric(ratios):
        return replace(cell, reason="several metrics")
    ratio, low, high = _centre(ratios)
    return replace(cell, value=ratio, low=low, high=high, n=len(ratios))


def _are_one_metric(ratios: Sequence[_Ratio]) -> bool:
    labels = [one.series.label for one in ratios]
    return len({(label.metric, label.direction) for label in labels}) == 1


def _mean(ratios: Mapping[tuple[int, int], Sequence[_Ratio]], axis: int, index: int) -> PivotMean:
    """Average the ratios of a row or column; those of a series to itself say nothing."""
    held = [
        one
        for place, some in ratios.items()
        if place[axis] == index
        for one in some
        if one.partner is not one.series
    ]
    if not _are_one_metric(held):
        return PivotMean(None, None, None, 0, "1", "unknown", "")
    label = held[0].series.label
    unit = _only([one.series.label.unit for one in held], "1")
    return PivotMean(*_centre(held), len(held), unit, label.direction, label.metric)


def _only(names: Sequence[str], otherwise: str) -> str:
    return names[0] if len(set(names)) == 1 else otherwise


def _centre(ratios: Sequence[_Ratio]) -> tuple[float, float | None, float | None]:
    """Return the ratio, or the geometric mean of several, with its interval if that is known."""
    first = ratios[0]
    if len(ratios) == 1:
        reach = math.hypot(first.error, first.partner_error)
        reach *= float(t_quantile(COVERAGE, first.degrees))
        with np.errstate(over="ignore"):
            low, high = (first.ratio * np.exp(np.array([-reach, reach]))).tolist()
        return first.ratio, *_known(low, high)
    partners = Divisors(
        np.array([one.partner.label.id for one in ratios]),
        np.array([one.partner_error for one in ratios]),
    )
    mean = geometric_mean(
        np.array([one.ratio for one in ratios]),
        np.array([one.error for one in ratios]),
        divisors=partners,
    )
    return mean.ratio, *_known(mean.low, mean.high)


def _known(low: float, high: float) -> tuple[float | None, float | None]:
    return (low, high) if low < high < math.inf else (None, None)
