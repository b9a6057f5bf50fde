"""Machines as pages show them: fingerprints with their revisions, and the agents on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.parameters import Scalar

AgentStateName = Literal["idle", "building", "running", "uploading"]
MISSED_BEATS = 3
"""Beat intervals after which an agent counts as silent."""


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run that the schedule of an agent holds, and from when it is due."""

    suite: str
    mode: Literal["quick", "full"]
    due_at: datetime
    paused_after: int | None = None
    """Rounds that were finished when it made room for a job; nothing: it has not begun."""
    paused_for: int | None = None
    """The job."""


@dataclass(frozen=True, slots=True)
class Agent:
    id: int
    name: str
    version: str
    state: AgentStateName
    suite: str | None
    progress: Progress | None
    message: str | None
    spooled: int
    planned: Sequence[PlannedRun]
    """By its own schedule, the next first."""
    last_beat_at: datetime | None
    is_silent: bool
    """No beat for three beat intervals."""
    machine_id: int
    key: str | None
    """The public key that it signs reports with."""
    version_trouble: str = ""
    """Why it gets no new jobs: its version is too far from the server's. Empty: it is near."""


@dataclass(frozen=True, slots=True)
class FingerprintRevision:
    """One state of a machine; `changed` names what differs from the revision before."""

    id: int
    revision: int
    hash: str
    first_seen_at: datetime
    """Start of the earliest run under it, or when its agent told of it before any run."""
    last_run_at: datetime | None
    """Start of the newest run under it."""
    attributes: Mapping[str, Scalar]
    changed: Sequence[str]
    """Attributes that differ from the revision before."""


@dataclass(frozen=True, slots=True)
class ShownMachine:
    id: int
    name: str
    full_name: str
    """Tells it from every other machine of its project."""
    testbed: str
    runs: int
    last_run_at: datetime | None
    """Start of the newest run that was not imported, among the newest 300."""
    imported_at: datetime | None
    """When results of other tools came in last, among the same: they have times of their own."""
    fingerprint: FingerprintRevision | None
    revisions: Sequence[FingerprintRevision]
    """Newest first."""
    agents: Sequence[Agent]


@dataclass(frozen=True, slots=True)
class MeasuredSuite:
    """A suite that a machine measured."""

    id: int
    name: str
    runs: int
    last_run: int
    last_run_at: datetime
    is_imported: bool
    """Its last run came from another tool."""


def full_name(name: str, testbed: str, *, is_shared: bool) -> str:
    """Return what tells a machine from one of the same name on another testbed."""
    return f"{name} on testbed {testbed}" if is_shared else name


def changed_names(before: Mapping[str, Scalar], after: Mapping[str, Scalar]) -> list[str]:
    """Return the names whose values differ, or which only one side has."""
    names = sorted({*before, *after})
    return [name for name in names if before.get(name) != after.get(name)]
