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
from backend.domain.words.numbers import in_unit, percent, setting
from backend.domain.words.quantities import Quantity, superlative
from backend.stats.arrays import Bools
from backend.stats.sweeps.answers import MARGIN
from backend.stats.sweeps.grids import Grid, grid_of

FEWEST = 2
ALPHA = 0.05
LONGEST_RIDGE = 6

Place = tuple[float, float]
"""A value of the first axis and one of the second."""


@dataclass(frozen=True, slots=True)
class GridAxes:
    first: str
    second: str

    def place(self, parameters: Mapping[str, Scalar]) -> Place | None:
        x, y = (axis_value(parameters, axis) for axis in (self.first, self.second))
        return None if x is None or y is None else (x, y)

    def named(self, place: Place) -> str:
        return f"{self.first} {setting(place[0])} with {self.second} {setting(place[1])}"


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


def second_axes(parameters: Sequence[Mapping[str, Scalar]], first: str) -> list[str]:
    """Return the other parameters with two or more numbers for values."""
    names = dict.fromkeys(name for one in parameters for name in one if name != first)
    return [
        name
        for name in names
        if len({axis_value(one, name) for one in parameters} - {None}) >= FEWEST
    ]


def grids_of(
    results: Sequence[SweepResult],
    failed: Sequence[Mapping[str, Scalar]],
    axes: GridAxes,
    *,
    in_rounds: bool,
) -> list[SweepGrid]:
    """Judge every grid of some results of one metric and run; `failed` are variants without one."""
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
) -> SweepGrid:
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
    finding = _Finding(axes, xs, ys, by_place, judged, len(lost))
    return SweepGrid(
        facet=facet,
        xs=xs,
        ys=ys,
        cells=[finding.cell(place) for place in ordered],
        failed=lost,
        missing=[(x, y) for y in ys for x in xs if (x, y) not in by_place and (x, y) not in lost],
        best=finding.best,
        claim="none" if judged is None else "interval" if judged.claimed else "summary only",
        sentence=finding.sentence(),
        remarks=finding.remarks(),
    )


@dataclass(frozen=True, slots=True)
class _Finding:
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

    def sentence(self) -> str:
        """Say which cell is best of those that gave a result, and how many did not."""
        return " ".join(one for one in (self._best_words(), self._gaps()) if one)

    def _gaps(self) -> str:
        cells = len(self.xs) * len(self.ys)
        missing = cells - len(self.results) - self.failures
        parts = [
            f"{count} {said}"
            for count, said in (
                (self.failures, "failed"),
                (missing, "was not measured" if missing == 1 else "were not measured"),
            )
            if count
        ]
        return f"Of {cells} cells {' and '.join(parts)}." if parts else ""

    def _best_words(self) -> str:
        best, judged = self.best, self.judged
        if best is None or judged is None:
            return "Too little was measured, or no direction is known: no cell is called best."
        result = self.results[best]
        ends = () if result.low is None or result.high is None else (result.low, result.high)
        texts, unit = in_unit([result.value, *ends], self.series.unit)
        amount = f"{texts[0]} {unit}".rstrip() + (f" [{', '.join(texts[1:])}]" if ends else "")
        series = self.series
        word = superlative(Quantity(series.metric, series.unit, series.direction))
        if len(self.members) > 1:
            head = f"{len(self.members)} of {len(self.results)} cells cannot be told from the best"
            return f"{head}; {self.axes.named(best)} {word} as measured: {amount}."
        doubt = "" if judged.claimed else " The scatter is unknown, so others may be as good."
        return f"{self.axes.named(best)} {word}: {amount}.{doubt}"

    def remarks(self) -> list[str]:
        found = [self._ridge(), self._together()]
        return [one for one in found if one]

    def _ridge(self) -> str:
        """Say whether one value of the first axis does for all of the second."""
        if self.judged is None or len(self.ys) < FEWEST or len(self.xs) < FEWEST:
            return ""
        first, second = self.axes.first, self.axes.second
        in_all = np.flatnonzero(np.logical_and.reduce(self.judged.ridge_members, axis=0))
        doubt = "" if self.judged.claimed else "By the means alone, "
        if in_all.size:
            values = " or ".join(setting(self.xs[place]) for place in in_all.tolist()[:3])
            return f"{doubt}{first} {values} is among the best whatever {second} is."
        pairs = [
            f"{setting(self.xs[column])} at {setting(y)}"
            for y, column in zip(self.ys, self.judged.ridge.tolist(), strict=True)
            if column >= 0
        ]
        shown = ", ".join(pairs[:LONGEST_RIDGE]) + ("…" if len(pairs) > LONGEST_RIDGE else "")
        return f"{doubt}{'no' if doubt else 'No'} {first} is best whatever {second} is: {shown}."

    def _together(self) -> str:
        interaction = self.judged.interaction if self.judged else None
        if interaction is None or not interaction.claimed:
            return ""
        most = percent(interaction.largest)
        if interaction.p < ALPHA and interaction.largest < MARGIN:
            return f"The two act together by {most} % in a cell at most: each may be chosen alone."
        if interaction.p < ALPHA:
            return f"The two act together, by up to {most} % in a cell: choose them as a pair."
        return "Nothing shows that the two act together: each may be chosen alone."
