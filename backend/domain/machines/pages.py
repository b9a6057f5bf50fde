"""Machines as pages show them: fingerprints with their revisions, and the agents on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.catalogue.parameters import Scalar

MISSED_BEATS = 3
"""Beat intervals after which an agent counts as silent."""


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ShownAgent:
    id: int
    name: str
    version: str
    state: str
    suite: str | None
    progress: Progress | None
    message: str | None
    spooled: int
    planned: Sequence[Mapping[str, str]]
    last_beat_at: datetime | None
    is_silent: bool
    machine_id: int


@dataclass(frozen=True, slots=True)
class FingerprintRevision:
    """One state of a machine; `changed` names what differs from the revision before."""

    id: int
    revision: int
    hash: str
    first_seen_at: datetime
    last_run_at: datetime | None
    """Start of the newest run under it."""
    attributes: Mapping[str, Scalar]
    changed: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownMachine:
    id: int
    name: str
    full_name: str
    """Tells it from every other machine of its project."""
    testbed: str
    runs: int
    last_run_at: datetime | None
    fingerprint: FingerprintRevision | None
    revisions: Sequence[FingerprintRevision]
    """Newest first."""
    agents: Sequence[ShownAgent]


@dataclass(frozen=True, slots=True)
class MeasuredSuite:
    """A suite that a machine measured."""

    id: int
    name: str
    runs: int
    last_run: int
    last_run_at: datetime


def full_name(name: str, testbed: str, *, is_shared: bool) -> str:
    """Return what tells a machine from one of the same name on another testbed."""
    return f"{name} on testbed {testbed}" if is_shared else name


def changed_names(before: Mapping[str, Scalar], after: Mapping[str, Scalar]) -> list[str]:
    """Return the names whose values differ, or which only one side has."""
    names = sorted({*before, *after})
    return [name for name in names if before.get(name) != after.get(name)]
