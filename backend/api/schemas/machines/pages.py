"""Machines, their fingerprints and the agents on them."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from backend.api.schemas.inputs import Count, Facts, Name, Sent, Text
from backend.domain.machines.testbeds import HELD_S

MOST_PLANNED = 1000
AgentState = Literal["idle", "building", "running", "uploading"]


class BeatProgress(Sent):
    done: Count
    total: Count


class BeatPlan(Sent):
    """A run that the schedule of an agent holds, and from when it is due."""

    suite: Name
    mode: Literal["quick", "full"]
    due_at: AwareDatetime
    paused_after: Count | None = None
    """Rounds that were finished when it made room for a job."""
    paused_for: Count | None = None
    """The job."""


class MachineIntroduction(Sent):
    name: Name
    fingerprint: Facts = Field(default_factory=dict)


class AgentRegistration(Sent):
    name: Name
    testbed: Name
    version: Text = Field(max_length=100)
    machine: MachineIntroduction


class QuarantineWhy(Sent):
    """Why a machine goes into quarantine, or leaves it."""

    why: Annotated[Text, Field(min_length=1, max_length=500)]


PublicKey = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Signature = Annotated[str, Field(pattern="^[A-Za-z0-9+/]{86}==$")]


class AgentKeySent(Sent):
    """The Ed25519 key that an agent will sign its reports with."""

    public_key: PublicKey
    """In hexadecimal."""
    proof: Signature
    """Of “tidemark agent key v1”, the agent's name and the key, each ended by a line feed."""
    replaces: Signature | None = None
    """The same by the key that it replaces."""


class RegisteredAgent(BaseModel):
    id: str
    beat_seconds: int
    takes_pauses: bool = True
    """Agents may look for jobs while they measure, and beats may tell of runs that wait for one."""
    takes_schedules: bool = True
    """Agents may queue what their own schedules have due."""
    hold_seconds: int = HELD_S
    """So long a question for work may wait. While it is held, an idle agent need not beat."""
    version: str
    """Of the server: agents differ from it by one minor version at most."""
    version_trouble: str | None = None
    """Why this agent gets no new jobs, and what to do; null: its version is near enough."""


class AgentBeatAnswer(BaseModel):
    """What an agent is told when it beats."""

    quarantine: str | None = None
    """Why its machine is in quarantine, where its schedule waits; null: it is not."""
    version_trouble: str | None = None
    """Why it gets no new jobs, and what to do; null: its version is near enough."""


class Beat(Sent):
    state: AgentState
    suite: Text | None = Field(default=None, max_length=300)
    progress: BeatProgress | None = None
    message: Text | None = Field(default=None, max_length=1000)
    spooled: Count = 0
    planned: Annotated[list[BeatPlan], Field(max_length=MOST_PLANNED)] = []
