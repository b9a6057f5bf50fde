"""Machines, their fingerprints and the agents on them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from backend.api.schemas.inputs import Count, Facts, Name, Sent, Text
from backend.api.schemas.labels import Scalar
from backend.api.schemas.machines.noise import AlarmRate, RepeatableSuite
from backend.api.schemas.reports.conditions import Check, ControlWork
from backend.api.schemas.reports.runs import RunRow

MOST_PLANNED = 1000
AgentState = Literal["idle", "building", "running", "uploading"]


class Progress(Sent):
    done: Count
    total: Count


class PlannedRun(Sent):
    """A run that the schedule of an agent holds, and from when it is due."""

    suite: Name
    mode: Literal["quick", "full"]
    due_at: AwareDatetime


class Agent(BaseModel):
    id: int
    name: str
    version: str
    state: AgentState
    suite: str | None
    progress: Progress | None
    message: str | None
    spooled: int
    planned: list[PlannedRun]
    """By its own schedule, the next in front."""
    last_beat_at: datetime | None
    is_silent: bool
    """No beat for three beat intervals."""
    machine_id: int


class FingerprintRevision(BaseModel):
    id: int
    revision: int
    hash: str
    first_seen_at: datetime
    """Start of the earliest run under it, or when its agent told of it before any run."""
    last_run_at: datetime | None
    """Start of the newest run under it."""
    attributes: dict[str, Scalar]
    changed: list[str]
    """Attributes that differ from the revision before."""


class Fitness(BaseModel):
    """Whether a machine is fit to measure, in words."""

    verdict: Literal["fit", "with reservations", "not fit", "unknown"]
    sentence: str
    reasons: list[str]
    """Those against it first, then what the answer rests on."""
    advice: str
    """The one thing to do; empty where nothing speaks against it."""


class Machine(BaseModel):
    id: int
    name: str
    full_name: str
    """Names the testbed too where another machine has the same name."""
    testbed: str
    runs: int
    last_run_at: datetime | None
    fingerprint: FingerprintRevision | None
    revisions: list[FingerprintRevision]
    """Newest first."""
    agents: list[Agent]
    fitness: Fitness


class Reading(BaseModel):
    """What one run says of its machine."""

    run: int
    measured_at: datetime
    revision: int | None
    """Of the fingerprint."""
    score: float | None
    low: float | None
    high: float | None
    verdict: Literal["steady", "moved", "veto"] | None
    works: list[ControlWork]
    warnings: int
    foreign_share: float | None
    """Of the machine, by others while it measured."""


class MeasuredSuite(BaseModel):
    id: int
    name: str
    runs: int
    last_run: int
    last_run_at: datetime


class MachineDetail(Machine):
    readings: list[Reading]
    """Oldest first, at most 300."""
    preflight: list[Check]
    """Of the newest run that had one."""
    suites: list[MeasuredSuite]
    recent_runs: list[RunRow]
    alarms: AlarmRate
    """Of its testbed."""
    repeatable: RepeatableSuite | None
    """Of its testbed."""


class MachineList(BaseModel):
    rows: list[Machine]


class MachineIntroduction(Sent):
    name: Name
    fingerprint: Facts = Field(default_factory=dict)


class AgentRegistration(Sent):
    name: Name
    testbed: Name
    version: Text = Field(max_length=100)
    machine: MachineIntroduction


class RegisteredAgent(BaseModel):
    id: str
    beat_seconds: int


class Beat(Sent):
    state: AgentState
    suite: Text | None = Field(default=None, max_length=300)
    progress: Progress | None = None
    message: Text | None = Field(default=None, max_length=1000)
    spooled: Count = 0
    planned: Annotated[list[PlannedRun], Field(max_length=MOST_PLANNED)] = []
