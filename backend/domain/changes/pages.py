"""Everything known around one change point."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.catalogue.labels import CommitRef
from backend.domain.changes.group_views import AlertGroup, GroupMember
from backend.domain.changes.judgements import ChangeNote
from backend.domain.changes.views import ChangePoint
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.machines.readings import ControlVerdictName
from backend.domain.reports.function_changes import FunctionDifference
from backend.domain.reports.run_pages import AttributeChange


@dataclass(frozen=True, slots=True)
class ChangeSide:
    """The run surely before a change, or surely after it."""

    run_id: int | None
    binary_hash: str | None
    benchmark_version: str | None
    control: ControlVerdictName | None
    """What the fixed work around the run said: steady, moved, or veto."""
    control_reason: str
    names_environment: bool
    """Its report says something of toolchain or settings."""
    names_machine: bool
    """Its report says something of the machine: it has a fingerprint."""
    profile_id: int | None
    """The nearest profile of the variant on this side."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The last run of the series before a change, and the first run at it."""

    before: int | None
    at: int | None


class Sameness(StrEnum):
    SAME = "same"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


def sameness(before: str | None, after: str | None) -> Sameness:
    """Tell whether both sides have the same of something, as far as both name it."""
    if not before or not after:
        return Sameness.UNKNOWN
    return Sameness.SAME if before == after else Sameness.DIFFERENT


@dataclass(frozen=True, slots=True)
class ChangeSurroundings:
    """What else may have changed, the code first."""

    before: ChangeSide
    after: ChangeSide
    neighbours: Neighbours
    """Next to the change; the runs surely before and after it may lie further apart."""
    binary: Sameness
    workload: Sameness
    """The definition of the benchmark: where it differs, other work was measured."""
    attributes: Sequence[AttributeChange]
    functions: Sequence[FunctionDifference] = ()
    """Functions that changed at these commits, by the profiles of the variant."""


def surroundings(
    before: ChangeSide,
    after: ChangeSide,
    neighbours: Neighbours,
    attributes: Sequence[AttributeChange],
    functions: Sequence[FunctionDifference] = (),
) -> ChangeSurroundings:
    return ChangeSurroundings(
        before,
        after,
        neighbours,
        sameness(before.binary_hash, after.binary_hash),
        sameness(before.benchmark_version, after.benchmark_version),
        attributes,
        functions,
    )


class Likeness(StrEnum):
    """Why an earlier or later change is shown beside this one."""

    SAME_SERIES = "same_series"
    """It moved mostly the same series."""
    SAME_BENCHMARK = "same_benchmark"
    """It moved the same metric of the same benchmark."""


@dataclass(frozen=True, slots=True)
class SimilarChange:
    why: Likeness
    """It moved mostly the same series, or the same metric of the same benchmark."""
    change: GroupMember
    commit: CommitRef
    series: int
    """How many series moved with it."""


@dataclass(frozen=True, slots=True)
class ChangeDetail:
    """One change point with its evidence and what people said of it."""

    change: ChangePoint
    group: AlertGroup
    """With every change of the same cause."""
    comparison_url: str | None
    """Where the commits in question can be read with their diffstat."""
    surroundings: ChangeSurroundings
    noisy_machines: Sequence[NoisyMachine]
    """Where the runs around the change speak against their machines."""
    similar: Sequence[SimilarChange]
    notes: Sequence[ChangeNote]
    """Of every change of the group, the oldest first."""
