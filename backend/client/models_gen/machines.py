"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import (
    Agent,
    AlarmRate,
    ControlWork,
    Fitness,
    ListedRun,
    PreflightCheck,
    RepeatableSuite,
)


class FingerprintRevision(Struct):
    """
    One state of a machine; `changed` names what differs from the revision before.
    """

    attributes: dict[str, str | int | float | bool]
    changed: list[str]
    first_seen_at: str
    hash: str
    id: int
    last_run_at: str | None
    revision: int


class GlancedReading(Struct):
    """
    What the list of machines draws of one run.
    """

    is_unfit: bool
    measured_at: str
    run: int
    score: float | None


class MachineQuarantine(Struct):
    """
    A stay of a machine in quarantine.
    """

    by: str
    id: int
    lifted_at: str | None
    lifted_by: str | None
    machine: str
    machine_id: int
    since: str
    why: str
    why_lifted: str | None


class MadeReading(Struct):
    """
    A reading in its place: the run that made it and what the machine was.
    """

    foreign_share: float | None
    high: float | None
    low: float | None
    measured_at: str
    revision: int | None
    run: int
    score: float | None
    verdict: Literal["steady", "moved", "veto"] | None
    warnings: int
    works: list[ControlWork]


class MeasuredSuite(Struct):
    """
    A suite that a machine measured.
    """

    id: int
    is_imported: bool
    last_run: int
    last_run_at: str
    name: str
    runs: int


class QuarantineWhy(Struct):
    """
    Why a machine goes into quarantine, or leaves it.
    """

    why: str


class ListedMachine(Struct):
    """
    A machine in the list: with a short history for its picture.
    """

    agents: list[Agent]
    ends_by_itself: bool
    fingerprint: FingerprintRevision | None
    fitness: Fitness
    full_name: str
    history: list[GlancedReading]
    id: int
    imported_at: str | None
    last_run_at: str | None
    name: str
    quarantine: MachineQuarantine | None
    revisions: list[FingerprintRevision]
    runs: int
    testbed: str


class MachineDetail(Struct):
    """
    A machine, whether it is fit to measure, and what that rests on.
    """

    agents: list[Agent]
    alarms: AlarmRate
    checks: AlarmRate
    ends_by_itself: bool
    fingerprint: FingerprintRevision | None
    fitness: Fitness
    full_name: str
    id: int
    imported_at: str | None
    last_run_at: str | None
    name: str
    preflight: list[PreflightCheck]
    quarantine: MachineQuarantine | None
    quarantines: list[MachineQuarantine]
    readings: list[MadeReading]
    recent_runs: list[ListedRun]
    repeatable: RepeatableSuite | None
    revisions: list[FingerprintRevision]
    runs: int
    suites: list[MeasuredSuite]
    testbed: str


class MachineList(Struct):
    rows: list[ListedMachine]
