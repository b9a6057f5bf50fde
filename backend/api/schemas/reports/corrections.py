"""Corrections, as they are sent."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from backend.api.schemas.inputs import Name, Sent, Text

Number = Annotated[int, Field(ge=1, lt=2**63)]
CommitName = Annotated[Text, Field(min_length=1, max_length=200)]
Reason = Annotated[Text, Field(min_length=1, max_length=2_000)]
UnitText = Annotated[Text, Field(max_length=40)]


class RunsWanted(Sent):
    """All runs that fit; what is left out does not count, and something must be named."""

    suite: Name | None = None
    testbed: Name | None = None
    branch: Name | None = None
    commit: CommitName | None = None
    since: AwareDatetime | None = None
    """Runs that began then or later."""
    until: AwareDatetime | None = None
    """Runs that began before."""


class ResultWanted(Sent):
    """The result of one series in one run."""

    run: Number
    series: Number


class NewInclusion(Sent):
    """Runs by their ids, single results, or all runs that a filter finds."""

    runs: Annotated[list[Number], Field(max_length=1_000)] = []
    results: Annotated[list[ResultWanted], Field(max_length=1_000)] = []
    where: RunsWanted | None = None
    dry_run: bool = False
    """Only say how many these are."""


class NewExclusion(NewInclusion):
    """What is to be left out of the baselines, and why."""

    reason: Reason


class NewDeletion(Sent):
    """Runs to delete with all that they gave, and why."""

    runs: Annotated[list[Number], Field(max_length=1_000)] = []
    where: RunsWanted | None = None
    reason: Reason
    dry_run: bool = False
    """Only say how many these are."""


class NewReading(Sent):
    """Runs whose kept files are read again, or the suite whose newest runs these are."""

    runs: Annotated[list[Number], Field(max_length=200)] = []
    suite: Name | None = None
    before: Number | None = None
    """Of the suite only runs with smaller ids: `next_before` of the answer before."""
    format: Annotated[Text, Field(max_length=40)] = ""
    """Read as this format; empty: as it was sent."""
    mapping: Annotated[Text, Field(max_length=200)] = ""
    """Read by this declared mapping; empty: as it was sent."""
    dry_run: bool = False
    """Only say what would change."""


class MetricChange(Sent):
    """What to correct of a metric; what is left out stays as it is."""

    name: Name | None = None
    """The name it has now stays an alias for later reports."""
    direction: Literal["lower", "higher", "unknown"] | None = None
    unit: UnitText | None = None
    """What its numbers are in."""
    was: UnitText | None = None
    """The unit that they were sent with by mistake; left out: the stored one."""


class NameChange(Sent):
    """What to correct of a named thing; what is left out stays as it is."""

    name: Name | None = None
    """The name it has now stays an alias for later reports."""
    archived: bool | None = None
    """True: lists leave it out; what was measured stays, and it can be brought back."""


class NewMerge(Sent):
    """Into what a thing is merged."""

    into: Number
    """The id of another thing of the kind, of the same suite or testbed."""
    dry_run: bool = False
    """Only say what would be moved, and what stands against it."""


class CommitChange(Sent):
    """What to correct of a commit; what is left out stays as it is."""

    time: AwareDatetime | None = None
    parents: Annotated[list[CommitName], Field(max_length=64)] | None = None
    """Names, the first parent first; an empty list: it has none."""
