"""Corrections of what was sent: which runs they are about, and what they did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

RESTORABLE = timedelta(days=7)
"""How long deleted runs can be brought back."""
MOST_RUNS = 10_000
"""Runs that one correction takes; more are several corrections."""


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Runs of a suite, testbed, branch and commit that began within a time; None: any."""

    suite: str | None = None
    testbed: str | None = None
    branch: str | None = None
    commit: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_empty(self) -> bool:
        return not any((self.suite, self.testbed, self.branch, self.commit, self.since, self.until))


@dataclass(frozen=True, slots=True)
class OneResult:
    """The result of one series in one run."""

    run: int
    series: int


@dataclass(frozen=True, slots=True)
class RunChoice:
    """What a correction is about: runs by their ids, single results, or all that a filter finds."""

    runs: Sequence[int] = ()
    results: Sequence[OneResult] = ()
    where: RunFilter | None = None
    reason: str = ""
    is_dry: bool = False
    """Only say how many these are."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """How many runs and results a correction takes, or took."""

    runs: int
    results: int
    deletion: int | None = None
    """By this id deleted runs are brought back."""
    restorable_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Deletion:
    """Runs that were deleted at once."""

    id: int
    reason: str
    deleted_by: str
    deleted_at: datetime
    runs: int
    results: int
    restorable_until: datetime


@dataclass(frozen=True, slots=True)
class DeletionList:
    """Deletions that can be taken back, newest first."""

    rows: Sequence[Deletion]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why results are left out of the baselines, who said so, and when."""

    reason: str
    by: str
    at: datetime
