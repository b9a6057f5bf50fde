"""The points of a derived line: results of one commit put together, with their intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from backend.domain.commits.timelines import BranchColumns, Floats, Ints
from backend.domain.series.derived_lines import Derived, DerivedLine, Operand
from backend.domain.series.histories import PointColumns
from backend.stats.derived_results import Operands, Outcomes, differences, products


@dataclass(frozen=True, slots=True)
class FirstResult:
    """The earliest result of a series that is above zero."""

    value: float
    low: float | None
    high: float | None
    run: int


@dataclass(frozen=True, slots=True)
class FormulaSource:
    """What is stored of one series that a formula names."""

    branch: BranchColumns
    points: PointColumns
    first: FirstResult | None
    is_exact: bool
    """Its results are the whole truth: they need no interval."""


@dataclass(frozen=True, slots=True)
class DerivedPoints:
    """Points on the branch of the first operand, and what was left out on the way."""

    points: PointColumns
    without_partner: int
    """Commits at which some operands have a result and others have none."""
    without_logarithm: int
    """Commits at which a result that is divided or averaged is not above zero."""
    without_interval: int


def derived_points(derived: Derived, sources: Mapping[int, FormulaSource]) -> DerivedPoints:
    """Evaluate a line at every commit at which each of its operands has a result."""
    columns = {series: _newest(sources[series]) for series in derived.operands}
    ids = _ids_in_order(columns, sources[derived.operands[0]].branch)
    at = {series: _rows_at(column, ids) for series, column in columns.items()}
    if derived.less is None:
        outcome = _product(derived.line, at, sources)
    else:
        sides = _side(derived.line, at, sources), _side(derived.less, at, sources)
        outcome = differences(*sides, _share_a_run(derived, at))
    return _points(derived, at, outcome, _all_commits(columns))


@dataclass(frozen=True, slots=True)
class _Column:
    """Results of one series by commit."""

    ids: Ints
    points: PointColumns


def _newest(source: FormulaSource) -> _Column:
    """Keep the newest run of every commit."""
    places = source.branch.places_of(source.points.positions)
    is_newest = np.append(places[1:] != places[:-1], True) if len(places) else places >= 0
    chosen = np.flatnonzero(is_newest & (places >= 0))
    return _Column(source.branch.ids[places[chosen]], _chosen(source.points, chosen))


def _chosen(points: PointColumns, rows: Ints) -> PointColumns:
    return PointColumns(
        positions=points.positions[rows],
        value=points.value[rows],
        low=points.low[rows],
        high=points.high[rows],
        n=points.n[rows],
        run=points.run[rows],
        environment=points.environment[rows],
    )


def _ids_in_order(columns: Mapping[int, _Column], home: BranchColumns) -> Ints:
    shared = reduce(np.intersect1d, (column.ids for column in columns.values()))
    return home.ids[np.flatnonzero(np.isin(home.ids, shared))]


def _all_commits(columns: Mapping[int, _Column]) -> int:
    return len(np.unique(np.concatenate([column.ids for column in columns.values()])))


def _rows_at(column: _Column, ids: Ints) -> PointColumns:
    order = np.argsort(column.ids)
    return _chosen(column.points, order[np.searchsorted(column.ids, ids, sorter=order)])


def _side(
    line: DerivedLine, at: Mapping[int, PointColumns], sources: Mapping[int, FormulaSource]
) -> Outcomes:
    """Take one side of a difference: results as they stand, which may be zero, or a product."""
    if list(line.weights.values()) != [1.0]:
        return _product(line, at, sources)
    (operand,) = line.weights
    value, low, high, _ = _row(operand, at[operand.series_id], sources)
    return Outcomes(value, low, high)


def _product(
    line: DerivedLine, at: Mapping[int, PointColumns], sources: Mapping[int, FormulaSource]
) -> Outcomes:
    operands = list(line.weights)
    rows = [_row(operand, at[operand.series_id], sources) for operand in operands]
    weights = np.repeat([[line.weights[one]] for one in operands], len(rows[0][0]), axis=1)
    run = np.array([row[3] for row in rows])
    _count_once(operands, weights, run)
    value, low, high = (np.array([row[part] for row in rows]) for part in range(3))
    return products(Operands(value, low, high, run), weights)


def _row(
    operand: Operand, points: PointColumns, sources: Mapping[int, FormulaSource]
) -> tuple[Floats, Floats, Floats, Ints]:
    source = sources[operand.series_id]
    value, low, high, run = points.value, points.low, points.high, points.run
    if operand.is_first:
        first = source.first or FirstResult(np.nan, None, None, 0)
        value, low, high = (
            np.full(len(run), np.nan if number is None else number)
            for number in (first.value, first.low, first.high)
        )
        run = np.full(len(run), first.run, np.int64)
    if source.is_exact:
        low, high = np.where(np.isnan(low), value, low), np.where(np.isnan(high), value, high)
    return value, low, high, run


def _count_once(operands: list[Operand], weights: Floats, run: Ints) -> None:
    """Give a series' first result and the same result as a point one weight: their sum."""
    places = {operand: row for row, operand in enumerate(operands)}
    for operand, row in places.items():
        point = places.get(Operand(operand.series_id))
        if operand.is_first and point is not None:
            same = run[row] == run[point]
            weights[point, same] += weights[row, same]
            weights[row, same] = 0.0


def _share_a_run(derived: Derived, at: Mapping[int, PointColumns]) -> np.ndarray:
    """Tell where the two sides of a difference may share the luck of a run."""
    sides = [
        [at[operand.series_id].run for operand in part.weights]
        for part in (derived.line, derived.less)
        if part is not None
    ]
    if len(sides[0]) == len(sides[1]) == 1:
        shared: np.ndarray = sides[0][0] == sides[1][0]
        return shared
    return np.ones(len(sides[0][0]), np.bool_)


def _points(
    derived: Derived, at: Mapping[int, PointColumns], outcome: Outcomes, commits: int
) -> DerivedPoints:
    home = at[derived.operands[0]]
    known = np.flatnonzero(np.isfinite(outcome.value))
    samples = np.min([at[series].n for series in derived.operands], axis=0)
    points = PointColumns(
        positions=home.positions[known],
        value=outcome.value[known],
        low=outcome.low[known],
        high=outcome.high[known],
        n=samples[known],
        run=home.run[known],
        environment=home.environment[known],
    )
    return DerivedPoints(
        points,
        without_partner=commits - len(home.run),
        without_logarithm=len(home.run) - len(known),
        without_interval=int(np.count_nonzero(np.isnan(points.low))),
    )
