"""What a reader of a tracker's export gives: runs, and what was measured in each."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import Reading

INTERVAL_99 = "99 % interval"


@dataclass(frozen=True, slots=True)
class TrackedCommit:
    """A commit, as far as the tracker keeps it."""

    id: str
    time: datetime | None = None
    subject: str = ""
    author: str = ""
    url: str = ""
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackedRun:
    """A run of the tracker: what was measured in one go of one commit."""

    commit: TrackedCommit
    key: str = ""
    """Tells repeated runs of a commit apart; empty where the tracker keeps one."""
    suite: str = ""
    """Empty: named after the tracker."""
    testbed: str = ""
    """Empty: as the sender says."""
    else_testbed: str = ""
    """Where the sender says none."""
    branch: str = ""
    """Empty: as the sender says."""
    pull_request: int | None = None
    measured_at: datetime | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrackedRow:
    """One reading of one run."""

    run: TrackedRun
    reading: Reading
    band: str = ""
    """The kind of the reading's bounds, where they are no interval of 95 %."""


HistoryItems: TypeAlias = Iterator["TrackedRow | Rejected | str"]
"""Rows, what cannot be taken, and notes about the whole."""


@dataclass(frozen=True, slots=True)
class TrackerFormat:
    """A tracker: how its export is recognised, and how it is read."""

    name: str
    title: str
    export: str
    """How to get the file, in one line."""
    sign: Callable[[TrackerFiles], str]
    """Says by what it is recognised; empty where it is not of this tracker."""
    rows: Callable[[TrackerFiles], HistoryItems]


def rejected(place: str, fault: UnreadableError, rows: int = 1) -> Rejected:
    """Return a row that cannot be taken, by what is wrong with it."""
    return Rejected(place, fault.reason, fault.remedy, rows)
