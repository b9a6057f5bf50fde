"""Mutes: series that alert nobody until a time; their changes are kept and shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class MuteChoice:
    """Which series, by names; None: any. At least one is given."""

    suite: str | None = None
    benchmark: str | None = None
    metric: str | None = None
    testbed: str | None = None
    branch: str | None = None

    @property
    def is_empty(self) -> bool:
        return not any((self.suite, self.benchmark, self.metric, self.testbed, self.branch))


@dataclass(frozen=True, slots=True)
class Mute:
    """A mute as it is kept."""

    id: int
    suite: str | None
    benchmark: str | None
    metric: str | None
    testbed: str | None
    branch: str | None
    until: datetime
    why: str
    author: str
    created_at: datetime
    lifted_at: datetime | None


@dataclass(frozen=True, slots=True)
class MuteList:
    rows: Sequence[Mute]
    """Those that hold now, the soonest to end first."""
