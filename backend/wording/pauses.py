"""Since when a change holds: one commit, or also the long time without results before it."""

import math
from typing import Protocol

from backend.domain.commits.names import short_commit

DAYS_OF_WEEK, DAYS_OF_MONTH, MONTHS_OF_YEAR = 7, 30.44, 12
LEAST_MONTHS, LEAST_YEARS = 3, 3


class _Commit(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


class BlamingChange(Protocol):
    """A change point, of the server or of what it answered."""

    @property
    def commit(self) -> _Commit: ...
    @property
    def first_suspect(self) -> _Commit | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def same_code(self) -> bool: ...
    @property
    def suspects(self) -> int: ...
    @property
    def pause_days(self) -> int | None: ...


class _Commits(Protocol):
    @property
    def count(self) -> int: ...
    @property
    def since(self) -> _Commit: ...


class BlamingGroup(Protocol):
    """A group of changes, of the server or of what it answered."""

    @property
    def cause(self) -> str: ...
    @property
    def commits(self) -> _Commits: ...
    @property
    def lead(self) -> BlamingChange: ...


def pause_of(group: BlamingGroup) -> int | None:
    """Return the days without results before the one commit that a group would blame alone."""
    is_one = group.cause == "code" and group.commits.count <= 1
    # where another series names a later commit, it was measured in that time
    first = group.lead.first_suspect or group.lead.commit
    return group.lead.pause_days if is_one and group.commits.since.id == first.id else None


def since_of(group: BlamingGroup) -> str:
    """Name since when: "b6e3b1b7", or "b6e3b1b7 or up to 17 months earlier"."""
    return _since(group.commits.since, pause_of(group))


def since_of_change(change: BlamingChange) -> str:
    """Name since when, as `since_of` does, by one series alone."""
    is_one = change.kind == "step" and not change.same_code and change.suspects <= 1
    return _since(change.commit, change.pause_days if is_one else None)


def _since(commit: _Commit, pause: int | None) -> str:
    name = short_commit(commit.name)
    return name if pause is None else f"{name} or up to {span_words(pause)} earlier"


def span_words(days: int) -> str:
    """Say a long time: "9 weeks", "17 months", "4 years"."""
    months = _rounded(days / DAYS_OF_MONTH)
    if months < LEAST_MONTHS:
        return f"{_rounded(days / DAYS_OF_WEEK)} weeks"
    if months < LEAST_YEARS * MONTHS_OF_YEAR:
        return f"{months} months"
    return f"{_rounded(months / MONTHS_OF_YEAR)} years"


def _rounded(value: float) -> int:
    """Round halves up, as pages do."""
    return math.floor(value + 0.5)
