"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType


class CommitChange(Struct):
    """
    What to correct of a commit; what is left out stays as it is.
    """

    parents: list[str] | None | UnsetType = UNSET
    time: str | None | UnsetType = UNSET


class Corrected(Struct):
    """
    How many runs and results a correction takes, or took.
    """

    deletion: int | None
    restorable_until: str | None
    results: int
    runs: int


class Deletion(Struct):
    """
    Runs that were deleted at once.
    """

    deleted_at: str
    deleted_by: str
    id: int
    reason: str
    restorable_until: str
    results: int
    runs: int


class DeletionList(Struct):
    """
    Deletions that can be taken back, newest first.
    """

    rows: list[Deletion]


class KnownCommit(Struct):
    """
    A commit, its parents, and the branches that it stands on, by their names.
    """

    branches: list[str]
    id: int
    name: str
    parents: list[str]
    subject: str
    time: str | None


class Merged(Struct):
    """
    What is moved where one thing is merged into another, and what stands against it.
    """

    collisions: list[str]
    deletion: int | None
    restorable_until: str | None
    results: int
    runs: int


class MetricChange(Struct):
    """
    What to correct of a metric; what is left out stays as it is.
    """

    direction: Literal["lower", "higher", "unknown"] | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    unit: str | None | UnsetType = UNSET
    was: str | None | UnsetType = UNSET


class NameChange(Struct):
    """
    What to correct of a named thing; what is left out stays as it is.
    """

    archived: bool | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET


NamedKind: TypeAlias = Annotated[
    Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"],
    Meta(description="What has a name that can be corrected."),
]


class NamedThing(Struct):
    """
    Something with a name, and the names that reports may use for it besides.
    """

    aliases: list[str]
    archived_at: str | None
    id: int
    name: str
    series: int
    suite: str
    suite_id: int


class NewMerge(Struct):
    """
    Into what a thing is merged.
    """

    into: int
    dry_run: bool | UnsetType = UNSET


class NewReading(Struct):
    """
    Runs whose kept files are read again, or the suite whose newest runs these are.
    """

    before: int | None | UnsetType = UNSET
    dry_run: bool | UnsetType = UNSET
    format: str | UnsetType = UNSET
    mapping: str | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET


class ReadingDifference(Struct):
    """
    A result that reading a file again adds, changes, or does not find any more.
    """

    after: str
    before: str
    benchmark: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    run: int
    step: Literal["added", "changed", "gone"]


class ResultWanted(Struct):
    """
    The result of one series in one run.
    """

    run: int
    series: int


class RunsWanted(Struct):
    """
    All runs that fit; what is left out does not count, and something must be named.
    """

    branch: str | None | UnsetType = UNSET
    commit: str | None | UnsetType = UNSET
    since: str | None | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET
    testbed: str | None | UnsetType = UNSET
    until: str | None | UnsetType = UNSET


class StoredMetric(Struct):
    """
    A metric of a suite as it is stored.
    """

    aliases: list[str]
    direction: str
    id: int
    name: str
    noise: str
    series: int
    suite: str
    suite_id: int
    unit: str


class UnreadRun(Struct):
    """
    A run that stays as it is, and why.
    """

    reason: str
    run: int


class CommitList(Struct):
    rows: list[KnownCommit]


class FilesRead(Struct):
    """
    What reading files again changes, or changed.
    """

    added: int
    changed: int
    deletion: int | None
    differences: list[ReadingDifference]
    gone: int
    next_before: int | None
    restorable_until: str | None
    runs: list[int]
    same: int
    unread: list[UnreadRun]


class MetricList(Struct):
    rows: list[StoredMetric]


class NamedList(Struct):
    rows: list[NamedThing]


class NewDeletion(Struct):
    """
    Runs to delete with all that they gave, and why.
    """

    reason: str
    dry_run: bool | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET


class NewExclusion(Struct):
    """
    What is to be left out of the baselines, and why.
    """

    reason: str
    dry_run: bool | UnsetType = UNSET
    results: list[ResultWanted] | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET


class NewInclusion(Struct):
    """
    Runs by their ids, single results, or all runs that a filter finds.
    """

    dry_run: bool | UnsetType = UNSET
    results: list[ResultWanted] | UnsetType = UNSET
    runs: list[int] | UnsetType = UNSET
    where: RunsWanted | None | UnsetType = UNSET
