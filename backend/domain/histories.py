"""What a history chart shows: points in their places, thinned without losing an extreme."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.domain.labels import SeriesLabel
from backend.domain.shown_changes import ShownChange
from backend.domain.timelines import (
    Bools,
    BranchColumns,
    CommitColumns,
    Floats,
    Ints,
    Timeline,
    columns_at,
    timeline_of,
)
from backend.stats.downsample import Selection, select

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
class RawSeries:
    """Everything stored of one series in the window of a chart."""

    label: SeriesLabel
    branch: int
    """Index of its branch among those of the chart."""
    points: PointColumns
    earlier: int
    """Points of the series before the window."""
    failed_commits: Sequence[int]
    changes: Sequence[ShownChange]


@dataclass(frozen=True, slots=True)
class SeriesHistory:
    """One series as drawn; `at` are rows of the commit columns, NaN values are gaps."""

    series: SeriesLabel
    at: Ints
    value: Floats
    low: Floats
    high: Floats
    n: Ints
    run: Ints
    environment: Ints
    raw_n: int
    returned_n: int
    bucket: int
    value_low: float | None
    value_high: float | None
    failed_at: Ints
    changes: Sequence[ShownChange]


@dataclass(frozen=True, slots=True)
class History:
    commits: CommitColumns
    series: Sequence[SeriesHistory]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Points and gaps of one series in the order of the timeline; `point` is -1 in a gap."""

    series: RawSeries
    place: Ints
    point: Ints
    failed: Ints
    """Rows of the timeline at which the variant failed."""
    changed: Ints
    """Rows of the timeline at which a change point lies."""

    def floats(self, column: Floats) -> Floats:
        """Return the column in this order, NaN in gaps."""
        return np.where(self.point >= 0, column[self.point], np.nan) if len(column) else self._gap()

    def ints(self, column: Ints) -> Ints:
        """Return the column in this order, 0 in gaps."""
        return np.where(self.point >= 0, column[self.point], 0) if len(column) else self.point + 1

    def _gap(self) -> Floats:
        return np.full(len(self.point), np.nan)

    def without_gaps(self) -> "_Rows":
        held = self.point >= 0
        return replace(self, place=self.place[held], point=self.point[held])


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
    places = [part for one in thinned for part in (one.rows.place, one.rows.failed)]
    used = np.unique(np.concatenate([np.empty(0, np.int64), *places]))
    drawn = [_drawn(all_rows, one, used) for all_rows, one in zip(whole, thinned, strict=True)]
    return History(columns_at(timeline, used), drawn)


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
    failed = np.unique(rows[branch.places_of_ids(series.failed_commits)])
    changes = [change.commit.id for change in series.changes]
    gaps = np.setdiff1d(failed, place)
    if len(gaps):
        place = np.concatenate([place, gaps])
        point = np.concatenate([point, np.full(len(gaps), -1, np.int64)])
    order = np.argsort(place, kind="stable")
    return _Rows(series, place[order], point[order], failed, rows[branch.places_of_ids(changes)])


def _thin(rows: _Rows, share: int) -> _Thinned:
    points = rows.series.points
    if len(rows.place) <= share:
        return _Thinned(rows, rows.floats(points.low), rows.floats(points.high), 1)
    if np.count_nonzero(rows.point < 0) > share // FEW:
        rows = rows.without_gaps()
    share = max(share, LEAST)
    values, low, high = (rows.floats(c) for c in (points.value, points.low, points.high))
    gap = np.isnan(values)
    # a gap has no point of its own: keeping it keeps both sides
    kept = np.union1d(_kept(rows, share), np.flatnonzero(gap)).tolist()
    selection = select(values, low, high, budget=share, keep=kept, first_index=rows.series.earlier)
    gap_starts = np.flatnonzero(gap & ~np.concatenate([[False], gap[:-1]]))
    picked = np.union1d(selection.indices, gap_starts)
    if selection.bucket > 1:
        low, high = _bands(selection, picked, gap)
    else:
        low, high = low[picked], high[picked]
    shown = replace(
        rows, place=rows.place[picked], point=rows.point[picked], failed=rows.failed[-share:]
    )
    return _Thinned(shown, low, high, selection.bucket)


def _bands(selection: Selection, picked: Ints, gap: Bools) -> tuple[Floats, Floats]:
    """Give every picked point the envelope of its bucket, and gaps none."""
    bucket = np.searchsorted(selection.bucket_starts, picked, side="right") - 1
    low, high = selection.band_low[bucket], selection.band_high[bucket]
    low[gap[picked]] = high[gap[picked]] = np.nan
    return low, high


def _kept(rows: _Rows, share: int) -> Ints:
    """Return what must be drawn: change points and, unless they abound, environment changes."""
    changed = np.flatnonzero(np.isin(rows.place, rows.changed))
    environment = rows.ints(rows.series.points.environment)
    switched = np.flatnonzero(np.diff(environment[environment > 0]) != 0) + 1
    switched = np.flatnonzero(environment > 0)[switched]
    # machines that take turns would keep every point and thin nothing
    return np.union1d(changed, switched) if len(switched) <= share // FEW else changed


def _drawn(whole: _Rows, thinned: _Thinned, used: Ints) -> SeriesHistory:
    rows, points = thinned.rows, whole.series.points
    values = points.value[whole.point[whole.point >= 0]]
    return SeriesHistory(
        series=whole.series.label,
        at=np.searchsorted(used, rows.place),
        value=rows.floats(points.value),
        low=thinned.low,
        high=thinned.high,
        n=rows.ints(points.n),
        run=rows.ints(points.run),
        environment=rows.ints(points.environment),
        raw_n=len(values),
        returned_n=int(np.count_nonzero(rows.point >= 0)),
        bucket=thinned.bucket,
        value_low=float(values.min()) if len(values) else None,
        value_high=float(values.max()) if len(values) else None,
        failed_at=np.searchsorted(used, rows.failed),
        changes=whole.series.changes,
    )
