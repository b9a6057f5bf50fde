"""What a history chart shows: points in their places, thinned without losing an extreme."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from backend.domain.answer_columns import FloatColumn, IntColumn
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.views import ChangePoint
from backend.domain.commits.timelines import (
    Bools,
    BranchColumns,
    CommitColumns,
    Floats,
    Ints,
    Timeline,
    columns_at,
    timeline_of,
)
from backend.domain.reports.corrections import Exclusion
from backend.stats.downsample import DrawnPoints, select

LEAST = 4
"""Marks below which a series cannot be thinned."""
FEW = 8
"""Gaps or environment changes beyond this part of the marks are too many to keep them all."""


@dataclass(frozen=True, slots=True)
class PointColumns:
    """The points of a series in order; NaN where a point has no interval."""

    positions: Ints
    value: Floats
    low: Floats
    high: Floats
    n: Ints
    run: Ints
    environment: Ints
    """Fingerprint revision, 0 where none is known."""


@dataclass(frozen=True, slots=True)
class StoredExcluded:
    """A result that somebody left out of the baselines."""

    position: int
    value: float
    run: int
    exclusion: Exclusion


@dataclass(frozen=True, slots=True)
class RawSeries:
    """Everything stored of one series in the window of a chart."""

    label: SeriesLabel
    branch: int
    """Index of its branch among those of the chart."""
    points: PointColumns
    earlier: int
    """Points of the series before the window."""
    failed_commits: Sequence[int]
    changes: Sequence[ChangePoint]
    tags: Mapping[str, str] = field(default_factory=dict)
    percent: float | None = None
    without_percentile: int = 0
    stride: int = 1
    excluded: Sequence[StoredExcluded] = ()


@dataclass(frozen=True, slots=True)
class ExcludedPoint:
    """A result that counts nowhere, in the place where it was measured."""

    at: int
    """Index of its commit among the commit columns."""
    value: float
    run: int
    exclusion: Exclusion


@dataclass(frozen=True, slots=True)
class SeriesHistory:
    """One series as drawn; `at` indexes the commit columns, values that are null are gaps."""

    series: SeriesLabel
    tags: Mapping[str, str]
    """Of the benchmark."""
    percent: float | None
    """The percentile that the values are; None for the centre of each result."""
    without_percentile: int
    """Results without this percentile: neither a histogram nor samples enough."""
    stride: int
    """Every so-manyth result was read for its percentile: 1 means all of them."""
    at: IntColumn
    value: FloatColumn
    low: FloatColumn
    high: FloatColumn
    """Interval of the point, null where it has none. Down-sampled: the envelope."""
    n: IntColumn
    """Samples behind the point."""
    run: IntColumn
    environment: IntColumn
    """Id of the machine fingerprint revision; a change of it is an environment event."""
    raw_n: int
    returned_n: int
    bucket: int
    """Commits per bucket: 1 means nothing was left out."""
    value_low: float | None
    value_high: float | None
    """Extremes of the raw series, for the y-axis."""
    failed_at: IntColumn
    """Commits (as `at`) at which this variant failed instead of giving a result."""
    changes: Sequence[ChangePoint]
    excluded: Sequence[ExcludedPoint]
    further_runs: Sequence[int]
    """Runs drawn beside the one that stands for their commit: later ones, and of jobs."""


@dataclass(frozen=True, slots=True)
class History:
    commits: CommitColumns
    series: Sequence[SeriesHistory]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Points and gaps of one series in the order of the timeline."""

    series: RawSeries
    place: Ints
    """Row of the timeline."""
    point: Ints
    """Index into the points, -1 in a gap."""
    has_gaps: bool
    failed: Ints
    """Rows of the timeline at which the variant failed."""
    changed: Ints
    """Rows of the timeline at which a change point lies."""
    excluded: Sequence[tuple[int, StoredExcluded]]
    """Results that do not count, with their rows of the timeline."""

    def floats(self, column: Floats) -> Floats:
        """Return the column in this order, NaN in gaps."""
        if not self.has_gaps:
            return column[self.point]
        return np.append(column, np.nan)[self.point]

    def ints(self, column: Ints) -> Ints:
        """Return the column in this order, 0 in gaps."""
        if not self.has_gaps:
            return column[self.point]
        return np.append(column, 0)[self.point]

    def chosen(self, rows: Ints | Bools) -> "_Rows":
        return replace(self, place=self.place[rows], point=self.point[rows])


@dataclass(frozen=True, slots=True)
class _Thinned:
    """The rows that are drawn, and the bands to draw with them."""

    rows: _Rows
    low: Floats
    high: Floats
    bucket: int


def history_of(
    branches: Sequence[BranchColumns], series: Sequence[RawSeries], budget: int
) -> History:
    """Assemble a chart of about `budget` marks at most, however long the series are.

    Change points, environment changes, the ends of gaps, the first and the newest point are kept
    even where they alone exceed the budget of their series.
    """
    timeline = timeline_of(branches)
    whole = [_rows_of(timeline, one) for one in series]
    shares = budget_shares([len(rows.place) for rows in whole], budget)
    thinned = [_thin(rows, share) for rows, share in zip(whole, shares, strict=True)]
    used = np.zeros(len(timeline.place_of), np.bool_)
    for one in thinned:
        used[one.rows.place] = True
        used[one.rows.failed] = True
        used[[row for row, _ in one.rows.excluded]] = True
    # a row of the timeline becomes a row of the columns by counting the used ones before it
    column_of = np.cumsum(used) - 1
    drawn = [_drawn(all_rows, one, column_of) for all_rows, one in zip(whole, thinned, strict=True)]
    return History(columns_at(timeline, np.flatnonzero(used)), drawn)


def runs_of_one_commit(drawn: SeriesHistory) -> list[Sequence[int]]:
    """Return the drawn runs of each commit of which several are drawn."""
    again = drawn.at[1:] == drawn.at[:-1]
    several = np.unique(drawn.at[1:][again])
    begins = np.searchsorted(drawn.at, several, "left")
    ends = np.searchsorted(drawn.at, several, "right")
    return [drawn.run[a:b].tolist() for a, b in zip(begins, ends, strict=True)]


def budget_shares(sizes: Sequence[int], budget: int) -> list[int]:
    """Divide a budget so that what short series leave over goes to the longer ones."""
    shares = [0] * len(sizes)
    left = budget
    order = sorted(range(len(sizes)), key=lambda index: sizes[index])
    for done, index in enumerate(order):
        shares[index] = min(sizes[index], left // (len(sizes) - done))
        left -= shares[index]
    return shares


def _rows_of(timeline: Timeline, series: RawSeries) -> _Rows:
    branch, rows = timeline.branches[series.branch], timeline.maps[series.branch]
    places = branch.places_of(series.points.positions)
    point = np.flatnonzero(places >= 0)
    place = rows[places[point]]
    changes = [change.commit.id for change in series.changes]
    failed = np.sort(rows[branch.places_of_ids(series.failed_commits)])
    gaps = np.setdiff1d(failed, place) if len(failed) else failed
    if len(gaps):
        place = np.concatenate([place, gaps])
        point = np.concatenate([point, np.full(len(gaps), -1, np.int64)])
    if len(gaps) or len(timeline.branches) > 1:
        order = np.argsort(place, kind="stable")
        place, point = place[order], point[order]
    changed = rows[branch.places_of_ids(changes)]
    return _Rows(
        series, place, point, len(gaps) > 0, failed, changed, _excluded_rows(branch, rows, series)
    )


def _excluded_rows(
    branch: BranchColumns, rows: Ints, series: RawSeries
) -> list[tuple[int, StoredExcluded]]:
    if not series.excluded:
        return []
    places = branch.places_of(np.array([one.position for one in series.excluded], np.int64))
    return [
        (int(rows[place]), one)
        for place, one in zip(places.tolist(), series.excluded, strict=True)
        if place >= 0
    ]


def _thin(rows: _Rows, share: int) -> _Thinned:
    points = rows.series.points
    if len(rows.place) <= share:
        return _Thinned(rows, rows.floats(points.low), rows.floats(points.high), 1)
    share = max(share, LEAST)
    gap = rows.point < 0
    if np.count_nonzero(gap) > share // FEW:
        rows = rows.chosen(~gap)
        gap = np.zeros(len(rows.place), np.bool_)
    values, low, high = (rows.floats(c) for c in (points.value, points.low, points.high))
    # a gap has no point of its own: keeping it keeps both sides
    kept = np.flatnonzero(_must_draw(rows, share) | gap).tolist()
    selection = select(values, low, high, budget=share, keep=kept, first_index=rows.series.earlier)
    shown = np.zeros(len(values), np.bool_)
    shown[selection.indices] = True
    shown[1:] |= gap[1:] & ~gap[:-1]
    shown[:1] |= gap[:1]
    picked = np.flatnonzero(shown)
    if selection.bucket > 1:
        low, high = _bands(selection, picked, gap)
    else:
        low, high = low[picked], high[picked]
    thinned = replace(rows.chosen(picked), failed=rows.failed[-share:])
    return _Thinned(thinned, low, high, selection.bucket)


def _bands(selection: DrawnPoints, picked: Ints, gap: Bools) -> tuple[Floats, Floats]:
    """Give every picked point the envelope of its bucket, and gaps none."""
    bucket = np.searchsorted(selection.bucket_starts, picked, side="right") - 1
    low, high = selection.band_low[bucket], selection.band_high[bucket]
    low[gap[picked]] = high[gap[picked]] = np.nan
    return low, high


def _must_draw(rows: _Rows, share: int) -> Bools:
    """Mark what must be drawn: change points and, unless they abound, environment changes."""
    kept = np.isin(rows.place, rows.changed) if len(rows.changed) else rows.place < 0
    environment = rows.ints(rows.series.points.environment)
    known = np.flatnonzero(environment > 0)
    switched = known[1:][np.diff(environment[known]) != 0]
    # machines that take turns would keep every point and thin nothing
    if len(switched) <= share // FEW:
        kept[switched] = True
    return kept


def _drawn(whole: _Rows, thinned: _Thinned, column_of: Ints) -> SeriesHistory:
    rows, points = thinned.rows, whole.series.points
    values = points.value[whole.point[whole.point >= 0]] if whole.has_gaps else points.value
    return SeriesHistory(
        series=whole.series.label,
        tags=whole.series.tags,
        percent=whole.series.percent,
        without_percentile=whole.series.without_percentile,
        stride=whole.series.stride,
        at=column_of[rows.place],
        value=rows.floats(points.value),
        low=thinned.low,
        high=thinned.high,
        n=rows.ints(points.n),
        run=rows.ints(points.run),
        environment=rows.ints(points.environment),
        raw_n=int(np.count_nonzero(whole.point >= 0)),
        returned_n=int(np.count_nonzero(rows.point >= 0)),
        bucket=thinned.bucket,
        value_low=float(values.min()) if len(values) else None,
        value_high=float(values.max()) if len(values) else None,
        failed_at=column_of[rows.failed],
        changes=whole.series.changes,
        excluded=[
            ExcludedPoint(int(column_of[row]), one.value, one.run, one.exclusion)
            for row, one in rows.excluded
        ],
        further_runs=(),
    )
