"""The results of two sides, and the keys by which they are compared with one another."""

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from backend.domain.catalogue.labels import ManyLabels, SeriesLabel
from backend.domain.catalogue.parameters import Scalar, variant_key
from backend.domain.comparisons.run_histories import RunHistories
from backend.domain.comparisons.sides import Measured, Place
from backend.stats.arrays import Bools, Floats, Ints
from backend.stats.comparison.run_scatter import RunScatter

Key = tuple[Hashable, int, int]
"""Variant (or what variants share that are compared with one another), metric and testbed."""
Places = Mapping[Key, list[int]]
"""Where the results of each key stand in the columns of a side."""


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """The results of one side, one place per result in every column.

    `ends` says where the samples of each result end in `samples`, which holds all of them.
    """

    series: Ints
    run: Ints
    variant: Ints
    metric: Ints
    testbed: Ints
    value: Floats
    low: Floats
    high: Floats
    sd: Floats
    n: Ints
    basis: Ints
    samples: Floats
    ends: Ints
    histograms: Mapping[int, tuple[str, float]]
    """Documents and the base units per recorded integer, by place."""
    binaries: Sequence[str | None]
    versions: Sequence[str | None]
    rounds: Mapping[int, Sequence[int]]
    """The round of each sample, by place; absent: 1, 2, 3, … or unknown."""
    aspects: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    """(results, `aspects.ASPECTS`), nan where a result has none; empty where nobody asked."""


class NamedKeys(Mapping[Key, SeriesLabel]):
    """Labels by key: of the series that tells the name, as few of them as are asked for."""

    def __init__(self, series: Mapping[Key, int], labels: ManyLabels) -> None:
        self.series, self._labels = series, labels

    def __getitem__(self, key: Key) -> SeriesLabel:
        return self._labels[self.series[key]]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.series)

    def __len__(self) -> int:
        return len(self.series)

    def __contains__(self, key: object) -> bool:
        return key in self.series

    def names(self, key: Key) -> tuple[str, str, Mapping[str, Scalar]]:
        """Return suite, benchmark and parameters."""
        return self._labels.names(self.series[key])

    def of_metrics(self) -> dict[int, SeriesLabel]:
        """Return one label for each metric: all of one say the same of it."""
        return {metric: self[key] for metric, key in {key[1]: key for key in self}.items()}


@dataclass(frozen=True, slots=True)
class FailedSide:
    """A variant that gave no number; without a metric it failed for all of them."""

    variant_id: int
    metric_id: int | None
    testbed_id: int
    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str | None
    testbed: str
    kind: str
    message: str

    @property
    def text(self) -> str:
        return f"{self.kind}: {self.message}" if self.message else self.kind


@dataclass(frozen=True, slots=True)
class SeriesScatter:
    """How a series scatters between runs, and the points of the stretch that shows it."""

    points: int
    sigma: float
    is_logarithmic: bool
    rho: float = 0.0
    shares: tuple[float, ...] = ()
    """Of runs far from the level; empty where no history is at hand."""


class NoiseTable(Mapping[int, SeriesScatter]):
    """The noise of thousands of series by their ids, held as columns; the ids ascend."""

    def __init__(
        self,
        series: Ints,
        points: Ints,
        sigma: Floats,
        is_logarithmic: Bools,
        histories: RunHistories | None = None,
        aspect_sigma: Floats | None = None,
    ) -> None:
        self.series, self.points = series, points
        self.sigma, self.is_logarithmic = sigma, is_logarithmic
        self.histories = histories
        self.aspect_sigma = aspect_sigma
        """(series, `aspects.ASPECTS`), of one run as logarithms, nan where unknown."""
        self.shares: Floats | None = None
        self.rho: Floats | None = None

    @classmethod
    def of(cls, noise: Mapping[int, SeriesScatter]) -> "NoiseTable":
        if isinstance(noise, cls):
            return noise
        known = sorted(noise.items())
        return cls(
            np.array([series for series, _ in known], np.int64),
            np.array([one.points for _, one in known], np.int64),
            np.array([one.sigma for _, one in known], np.float64),
            np.array([one.is_logarithmic for _, one in known], np.bool_),
        )

    def __getitem__(self, series: int) -> SeriesScatter:
        (place,), (is_known,) = self.places(np.array([series]))
        if not is_known:
            raise KeyError(series)
        return SeriesScatter(
            int(self.points[place]),
            float(self.sigma[place]),
            bool(self.is_logarithmic[place]),
            0.0 if self.rho is None else float(self.rho[place]),
            () if self.shares is None else tuple(self.shares[place].tolist()),
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self.series.tolist())

    def __len__(self) -> int:
        return self.series.size

    def held_against(self, sides: Sequence[ResultColumns]) -> "NoiseTable":
        """Return this with how far runs lie from their level, those of both sides left out.

        Series of one metric tell of one another.
        """
        series, metric, value = (
            np.concatenate([getattr(side, name) for side in sides])
            for name in ("series", "metric", "value")
        )
        return self._apart_from(series, metric, value)

    def apart_from_labelled(
        self, labels: Sequence[SeriesLabel], values: Sequence[float]
    ) -> "NoiseTable":
        """Return the same of single results of labelled series."""
        _, metric = np.unique([one.metric for one in labels], return_inverse=True)
        series = np.array([one.id for one in labels], np.int64)
        return self._apart_from(series, metric.astype(np.int64), np.array(values, np.float64))

    def _apart_from(self, series: Ints, metric: Ints, value: Floats) -> "NoiseTable":
        held = NoiseTable(
            self.series, self.points, self.sigma, self.is_logarithmic, self.histories,
            self.aspect_sigma,
        )  # fmt: skip
        if self.histories is None or not len(self):
            return held
        at, known = self.places(series)
        pools = np.zeros(self.series.size, np.int64)
        pools[at[known]] = metric[known]
        held.shares, held.rho = self.histories.far(
            self.sigma, self.is_logarithmic, pools, (at[known], value[known])
        )
        return held

    def places(self, series: Ints) -> tuple[Ints, Bools]:
        """Return where each of these series stands, and whether it is known at all."""
        if not self.series.size:
            return np.zeros(series.size, np.int64), np.zeros(series.size, np.bool_)
        found = np.minimum(np.searchsorted(self.series, series), self.series.size - 1)
        known: Bools = self.series[found] == series
        return found.astype(np.int64), known


LEAST_SCATTER = 1e-12
"""Scatter between runs of a series that shows none: zero would say that there is one run."""


def longest(known: Iterable[SeriesScatter]) -> SeriesScatter | None:
    """Return the scatter that counts: that of the longest series."""
    return max(known, key=lambda one: one.points, default=None)


def scatter_between_runs(known: Iterable[SeriesScatter], level: float) -> tuple[float, float]:
    """Return the relative scatter between runs and its degrees of freedom, nan where unknown.

    The longest series tells it. `level` is what the scatter of a series is a share of that was
    analysed as it stands; nan at or below zero.
    """
    best = longest(known)
    if best is None or best.points < 2 or not math.isfinite(best.sigma):  # noqa: PLR2004
        return math.nan, 1.0
    sigma = best.sigma if best.is_logarithmic else best.sigma / level
    return max(sigma, LEAST_SCATTER) if math.isfinite(sigma) else sigma, best.points - 1.0


def scatters_between_runs(
    noise: NoiseTable, series: tuple[Ints, Ints], level: Floats
) -> RunScatter:
    """Return what `scatter_between_runs` says of many pairs of series at once."""
    at, known = zip(*(noise.places(ids) for ids in series), strict=True)
    if not len(noise):
        return RunScatter(np.full(level.size, math.nan), np.ones(level.size))
    points = [
        np.where(is_known, noise.points[of], -1) for of, is_known in zip(at, known, strict=True)
    ]
    best = np.where(points[1] > points[0], at[1], at[0])
    most = np.maximum(*points)
    sigma = noise.sigma[best]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        share = np.where(noise.is_logarithmic[best], sigma, sigma / level)
    is_told = (most >= 2) & np.isfinite(sigma)  # noqa: PLR2004 - one point does not scatter
    least = np.where(np.isfinite(share), np.maximum(share, LEAST_SCATTER), share)
    return RunScatter(
        np.where(is_told, least, math.nan),
        np.where(is_told, most - 1.0, 1.0),
        None if noise.shares is None else np.where(is_told[:, None], noise.shares[best], 0.0),
        None if noise.rho is None else noise.rho[best],
    )


SeriesRun = tuple[int, int]
"""The result that a run gave of a series."""


@dataclass(frozen=True, slots=True)
class SideResults:
    """What the runs of one side gave."""

    columns: ResultColumns
    failed: Sequence[FailedSide]
    parameters: Mapping[str, Sequence[str]]
    """Only variants with these values belong to the side."""
    beyond: Collection[SeriesRun] = frozenset()
    """Results that do not belong to the side: another change of their series lies between."""


@dataclass(frozen=True, slots=True)
class ComparisonSetting:
    """How both sides were measured, and whether testbeds are compared with one another."""

    measured: Measured
    across_testbeds: bool


def matches(parameters: Mapping[str, Scalar], wanted: Mapping[str, Sequence[str]]) -> bool:
    """Say whether every wanted parameter has one of its values; numbers compare as numbers."""
    return all(
        name in parameters and any(_is_equal(parameters[name], text) for text in texts)
        for name, texts in wanted.items()
    )


def _is_equal(value: Scalar, text: str) -> bool:
    if isinstance(value, bool):
        return text == str(value).lower()
    if isinstance(value, str):
        return text == value
    try:
        return float(text) == value
    except ValueError:
        return False


class Keys:
    """Says under which key a result or failure is compared."""

    def __init__(
        self,
        sides: tuple[SideResults, SideResults],
        labels: ManyLabels,
        setting: ComparisonSetting,
    ) -> None:
        self.sides, self.labels = sides, labels
        self.across = setting.across_testbeds
        self.split = frozenset({*sides[0].parameters, *sides[1].parameters})

    @property
    def is_split(self) -> bool:
        """Say whether variants are compared with other ones."""
        return bool(self.split)

    def places(self, side: int) -> dict[Key, list[int]]:
        """Return where the results of each key stand."""
        columns = self.sides[side].columns
        testbeds = [0] * columns.series.size if self.across else columns.testbed.tolist()
        groups = self._groups(side)
        keys: list[Key] = list(zip(groups, columns.metric.tolist(), testbeds, strict=True))
        found = {key: [place] for place, key in enumerate(keys)}
        if None not in groups and len(found) == len(keys):
            return found
        several: dict[Key, list[int]] = {}
        for place, key in enumerate(keys):
            if key[0] is not None:
                several.setdefault(key, []).append(place)
        return several

    def _groups(self, side: int) -> Sequence[Hashable]:
        """Return what tells the variants of a side apart, None where one is no part of it."""
        one = self.sides[side]
        if not self.split:
            return _without(one.columns.variant.tolist(), one)
        labels = (self.labels[series] for series in one.columns.series.tolist())
        groups = [
            self._group(label.suite, label.benchmark, label.parameters)
            if matches(label.parameters, one.parameters)
            else None
            for label in labels
        ]
        return _without(groups, one)

    def failed(self, side: int, places: tuple[Places, Places]) -> dict[Key, list[FailedSide]]:
        """Return the failures of each key; that of a whole variant counts for all its metrics."""
        if not self.sides[side].failed:
            return {}
        metrics: dict[tuple[Hashable, int], list[int]] = {}
        for group, metric, testbed in dict.fromkeys([*places[0], *places[1]]):
            metrics.setdefault((group, testbed), []).append(metric)
        found: dict[Key, list[FailedSide]] = {}
        for group, testbed, failure in self._failures(side):
            own = [failure.metric_id] if failure.metric_id else metrics.get((group, testbed), [])
            for metric in own:
                found.setdefault((group, metric, testbed), []).append(failure)
        return found

    def nameless(self, named: NamedKeys) -> list[tuple[Place, FailedSide]]:
        """Return the failures for which neither side has a result."""
        if not (self.sides[0].failed or self.sides[1].failed):
            return []
        groups = {(group, testbed) for group, _, testbed in named}
        sides: tuple[tuple[int, Place], ...] = ((0, "baseline"), (1, "contender"))
        return [
            (name, failure)
            for side, name in sides
            for group, testbed, failure in self._failures(side)
            if (group, testbed) not in groups
            or (failure.metric_id and (group, failure.metric_id, testbed) not in named)
        ]

    def _failures(self, side: int) -> Iterable[tuple[Hashable, int, FailedSide]]:
        one = self.sides[side]
        for failure in one.failed:
            if self.split and not matches(failure.parameters, one.parameters):
                continue
            group: Hashable = (
                self._group(failure.suite, failure.benchmark, failure.parameters)
                if self.split
                else failure.variant_id
            )
            yield group, 0 if self.across else failure.testbed_id, failure

    def _group(self, suite: str, benchmark: str, parameters: Mapping[str, Scalar]) -> Hashable:
        rest = {name: value for name, value in parameters.items() if name not in self.split}
        return suite, benchmark, variant_key(rest)


def _without(groups: list[Hashable], side: SideResults) -> list[Hashable]:
    """Put None in place of the groups of results that lie beyond another change."""
    if not side.beyond:
        return groups
    made = zip(side.columns.series.tolist(), side.columns.run.tolist(), strict=True)
    return [None if one in side.beyond else group for group, one in zip(groups, made, strict=True)]
