"""The commits behind a chart in one order, also where its series live on several branches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from backend.domain.answer_columns import IntColumn
from backend.domain.commits.monotonic_times import monotonic_times

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Value = TypeVar("Value")

FIRST_TIME = 10**10
"""Ends of a range from here on are milliseconds since 1970: no branch has so many places."""


@dataclass(frozen=True, slots=True)
class BranchColumns:
    """Every commit of a branch in order, one column per property; places count from 0."""

    ids: Ints
    positions: Ints
    """Sparse and ascending; results carry a copy."""
    milliseconds: Floats
    """Since 1970, UTC; NaN where the time is unknown."""
    names: Sequence[str]
    subjects: Sequence[str]
    authors: Sequence[str]
    urls: Sequence[str | None]
    due: Floats = field(init=False)
    """Milliseconds since 1970 at which each stands on an axis of dates, ascending; minus infinity
    where no commit has a time. Found once, since every range of time asks for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "due", monotonic_times(self.milliseconds))

    @classmethod
    def empty(cls) -> "BranchColumns":
        nothing = np.empty(0, np.int64)
        return cls(nothing, nothing, np.empty(0), (), (), (), ())

    def places_of(self, positions: Ints) -> Ints:
        """Return the place of each position, -1 where no commit of the branch has it."""
        places = np.searchsorted(self.positions, positions)
        if len(self.positions) == 0:
            return np.full(len(positions), -1, np.int64)
        held = self.positions[np.minimum(places, len(self.positions) - 1)] == positions
        return np.where(held, places, -1)

    def places_of_ids(self, ids: Sequence[int]) -> Ints:
        """Return, ascending, the places of those ids that are on the branch."""
        if not ids:
            return np.empty(0, np.int64)
        return np.flatnonzero(np.isin(self.ids, np.asarray(ids, np.int64)))

    def bounds(self, first: int | None, last: int | None) -> tuple[int, int] | None:
        """Return the positions of the places (or times) `first` to `last`, if there are any."""
        start, stop = max(first or 0, 0), len(self.positions) - 1
        stop = stop if last is None else min(last, stop)
        if are_times(first, last):
            start = 0 if first is None else int(np.searchsorted(self.due, first))
            stop = stop if last is None else int(np.searchsorted(self.due, last, "right")) - 1
        if start > stop:
            return None
        return int(self.positions[start]), int(self.positions[stop])


def are_times(first: int | None, last: int | None) -> bool:
    """Tell whether a range is one of time, which means the same on every branch."""
    return any(end is not None and end >= FIRST_TIME for end in (first, last))


def range_over(branches: int, first: int | None, last: int | None) -> tuple[int | None, int | None]:
    """Return the range as far as it means something: places are those of one branch only."""
    return (first, last) if branches == 1 or are_times(first, last) else (None, None)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Commits of one or more branches in one order; `maps[b][place]` is the row of a place of b."""

    branches: Sequence[BranchColumns]
    branch_of: Ints
    place_of: Ints
    maps: Sequence[Ints]


@dataclass(frozen=True, slots=True)
class CommitColumns:
    """Commits of a history in order, one array per column."""

    id: IntColumn
    name: Sequence[str]
    subject: Sequence[str]
    author: Sequence[str]
    time: Sequence[int | None]
    """Milliseconds since 1970, UTC."""
    url: Sequence[str | None]
    due: Sequence[int | None]
    """Milliseconds since 1970 at which it stands on an axis of dates, where that is not its own
    time: that one is unknown, or goes back along the branch."""
    ordinal: IntColumn
    """Place of the commit on the branch, counted from 0 and including commits never measured. Where
    the series lie on several branches: milliseconds since 1970, never less than those before it."""


def timeline_of(branches: Sequence[BranchColumns]) -> Timeline:
    """Put the commits of all branches into one order that keeps the order of each.

    A commit is due at its time, or where the branch's order contradicts that, at the time of the
    commit before: a wrong clock cannot turn a branch around. A commit on several branches stands
    where the first of them has it.
    """
    sizes = [len(branch.ids) for branch in branches]
    branch_of = np.repeat(np.arange(len(branches)), sizes)
    place_of = np.concatenate([np.arange(size) for size in sizes]) if sizes else np.empty(0, int)
    if len(branches) == 1:
        return Timeline(branches, branch_of, place_of, [place_of])
    order = np.lexsort((place_of, branch_of, np.concatenate([b.due for b in branches])))
    ids = np.concatenate([branch.ids for branch in branches])
    _, owner, same = np.unique(ids, return_index=True, return_inverse=True)
    own = owner[same] == np.arange(len(ids))
    kept = order[own[order]]
    row_of = np.empty(len(ids), np.int64)
    row_of[kept] = np.arange(len(kept))
    rows = row_of[owner[same]]
    maps = np.split(rows, np.cumsum(sizes)[:-1])
    return Timeline(branches, branch_of[kept], place_of[kept], maps)


def columns_at(timeline: Timeline, rows: Ints) -> CommitColumns:
    """Return the columns of the given rows of the timeline, which must ascend."""
    branch_of, place_of = timeline.branch_of[rows], timeline.place_of[rows]
    if len(timeline.branches) == 1:
        return _columns(timeline.branches[0], place_of)
    ids = np.empty(len(rows), np.int64)
    texts: list[list[str]] = [[""] * len(rows) for _ in range(3)]
    times: list[int | None] = [None] * len(rows)
    moved: list[int | None] = [None] * len(rows)
    urls: list[str | None] = [None] * len(rows)
    due = np.zeros(len(rows), np.int64)
    for number, branch in enumerate(timeline.branches):
        here = np.flatnonzero(branch_of == number)
        part = _columns(branch, place_of[here])
        ids[here] = part.id
        due[here] = np.maximum(branch.due[place_of[here]], 0)
        for index, row in enumerate(here.tolist()):
            texts[0][row], texts[1][row] = part.name[index], part.subject[index]
            texts[2][row], times[row] = part.author[index], part.time[index]
            urls[row], moved[row] = part.url[index], part.due[index]
    return CommitColumns(ids, texts[0], texts[1], texts[2], times, urls, moved, due)


def _columns(branch: BranchColumns, places: Ints) -> CommitColumns:
    take = _taker(places)
    return CommitColumns(
        id=branch.ids[places],
        name=take(branch.names),
        subject=take(branch.subjects),
        author=take(branch.authors),
        time=_times(branch.milliseconds[places]),
        url=take(branch.urls),
        due=_moved(branch.milliseconds[places], branch.due[places]),
        ordinal=places,
    )


def _taker(places: Ints) -> Callable[[Sequence[Value]], Sequence[Value]]:
    """Return what picks the places from a column; a range without holes is cut out at once."""
    count = len(places)
    if count and int(places[-1]) - int(places[0]) == count - 1:
        start = int(places[0])
        return lambda column: column[start : start + count]
    wanted = places.tolist()
    return lambda column: [column[place] for place in wanted]


def _moved(milliseconds: Floats, due: Floats) -> Sequence[int | None]:
    is_moved = (milliseconds != due) & np.isfinite(due)
    if not is_moved.any():
        return [None] * len(due)
    return [int(at) if one else None for at, one in zip(due, is_moved, strict=True)]


def _times(milliseconds: Floats) -> Sequence[int | None]:
    unknown = np.isnan(milliseconds)
    if not unknown.any():
        return list(milliseconds.astype(np.int64).tolist())
    return [None if none else int(time) for time, none in zip(milliseconds, unknown, strict=True)]
