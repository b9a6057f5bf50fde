"""Sweeps over two parameters: the cells of a grid, the best of them, and what the two do together.

A row has one value of the second axis, a column one of the first.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.results import ClaimName, SweepResult, axis_value, response_of
from backend.stats.arrays import Bools
from backend.stats.sweeps.grids import Grid, grid_of

FEWEST = 2
ALPHA = 0.05

Place = tuple[float, float]
"""A value of the first axis and one of the second."""


@dataclass(frozen=True, slots=True)
class GridAxes:
    first: str
    second: str

    def place(self, parameters: Mapping[str, Scalar]) -> Place | None:
        x, y = (axis_value(parameters, axis) for axis in (self.first, self.second))
        return None if x is None or y is None else (x, y)


@dataclass(frozen=True, slots=True)
class GridCell:
    """`excess` is the relative distance to the best; `behind` what it is at most (95 %)."""

    x: float
    y: float
    series_id: int
    value: float
    low: float | None
    high: float | None
    n: int
    in_best_set: bool
    excess: float | None
    behind: float | None
    """How much worse than the best it is at most, for all cells at once with 95 %."""


@dataclass(frozen=True, slots=True)
class SweepGrid:
    """One grid, every other parameter fixed; cells that gave nothing are `failed` or `missing`."""

    facet: Mapping[str, Scalar]
    xs: Sequence[float]
    ys: Sequence[float]
    cells: Sequence[GridCell]
    failed: Sequence[Sequence[float]]
    """Pairs of a first and a second value."""
    missing: Sequence[Sequence[float]]
    best: Sequence[float] | None
    claim: ClaimName
    sentence: str
    remarks: Sequence[str]


@dataclass(frozen=True, slots=True)
class GridFinding:
    """What was found on one grid, before it is put into words."""

    axes: GridAxes
    xs: Sequence[float]
    ys: Sequence[float]
    results: Mapping[Place, SweepResult]
    judged: Grid | None
    failures: int

    @property
    def series(self) -> SeriesLabel:
        return next(iter(self.results.values())).series

    @property
    def members(self) -> list[Place]:
        if self.judged is None:
            return []
        rows, columns = np.nonzero(self.judged.members)
        pairs = zip(columns.tolist(), rows.tolist(), strict=True)
        return [(self.xs[column], self.ys[row]) for column, row in pairs]

    @property
    def best(self) -> Place | None:
        """The cell that is called best: of several in the best set the best as shown."""
        sign = 1.0 if self.series.direction == "lower" else -1.0
        return min(self.members, key=lambda place: sign * self.results[place].value, default=None)

    def cell(self, place: Place) -> GridCell:
        result = self.results[place]
        at = self.ys.index(place[1]), self.xs.index(place[0])
        behind = float(self.judged.behind[at]) if self.judged else math.nan
        return GridCell(
            *place,
            series_id=result.series.id,
            value=result.value,
            low=result.low,
            high=result.high,
            n=result.n,
            in_best_set=place in self.members,
            excess=self._excess(result.value),
            behind=behind if math.isfinite(behind) else None,
        )

    def _excess(self, value: float) -> float | None:
        best = self.results[self.best].value if self.best else 0.0
        if best <= 0.0:
            return None
        return (value - best) / best * (1.0 if self.series.direction == "lower" else -1.0)


def second_axes(parameters: Sequence[Mapping[str, Scalar]], first: str) -> list[str]:
    """Return the other parameters with two or more numbers for values."""
    names = dict.fromkeys(name for one in parameters for name in one if name != first)
    return [
        name
        for name in names
        if len({axis_value(one, name) for one in parameters} - {None}) >= FEWEST
    ]


def judge_grids(
    results: Sequence[SweepResult],
    failed: Sequence[Mapping[str, Scalar]],
    axes: GridAxes,
    *,
    in_rounds: bool,
) -> list[tuple[SweepGrid, GridFinding]]:
    """Judge every grid of some results of one metric and run; `failed` are variants without one.

    The grids have no words yet; those are made of what stands beside them.
    """
    groups: dict[tuple[tuple[str, Scalar], ...], list[SweepResult]] = {}
    for result in results:
        if axes.place(result.series.parameters) is not None:
            groups.setdefault(_facet(result.series.parameters, axes), []).append(result)
    return [
        _grid(
            dict(facet),
            group,
            [
                one
                for one in map(axes.place, (f for f in failed if _facet(f, axes) == facet))
                if one
            ],
            (axes, in_rounds),
        )
        for facet, group in groups.items()
    ]


def _places(variants: Sequence[Mapping[str, Scalar]], axes: GridAxes) -> list[Place]:
    return [place for place in map(axes.place, variants) if place is not None]


def _facet(parameters: Mapping[str, Scalar], axes: GridAxes) -> tuple[tuple[str, Scalar], ...]:
    chosen = (axes.first, axes.second)
    return tuple(sorted((key, one) for key, one in parameters.items() if key not in chosen))


def _grid(
    facet: Mapping[str, Scalar],
    group: Sequence[SweepResult],
    failed: Sequence[Place],
    how: tuple[GridAxes, bool],
) -> tuple[SweepGrid, GridFinding]:
    axes, in_rounds = how
    placed = {axes.place(one.series.parameters): one for one in group}
    by_place = {place: one for place, one in placed.items() if place is not None}
    known = [*by_place, *failed]
    xs, ys = (sorted({place[side] for place in known}) for side in (0, 1))
    ordered = [(x, y) for y in ys for x in xs if (x, y) in by_place]
    results = [by_place[place] for place in ordered]
    response = response_of(results, in_rounds=in_rounds)
    measured: Bools = np.array([[(x, y) in by_place for x in xs] for y in ys])
    judged = grid_of(response, measured, ALPHA) if response else None
    lost = sorted(set(failed) - set(by_place))
    finding = GridFinding(axes, xs, ys, by_place, judged, len(lost))
    grid = SweepGrid(
        facet=facet,
        xs=xs,
        ys=ys,
        cells=[finding.cell(place) for place in ordered],
        failed=lost,
        missing=[(x, y) for y in ys for x in xs if (x, y) not in by_place and (x, y) not in lost],
        best=finding.best,
        claim="none" if judged is None else "interval" if judged.claimed else "summary only",
        sentence="",
        remarks=[],
    )
    return grid, finding
