"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import MachineIntroduction


class AgentBeatAnswer(Struct):
    """
    What an agent is told when it beats.
    """

    quarantine: str | None | UnsetType = UNSET
    version_trouble: str | None | UnsetType = UNSET


class AgentKeySent(Struct):
    """
    The Ed25519 key that an agent will sign its reports with.
    """

    proof: str
    public_key: str
    replaces: str | None | UnsetType = UNSET


class BeatPlan(Struct):
    """
    A run that the schedule of an agent holds, and from when it is due.
    """

    due_at: str
    mode: Literal["quick", "full"]
    suite: str
    paused_after: int | None | UnsetType = UNSET
    paused_for: int | None | UnsetType = UNSET


class BeatProgress(Struct):
    done: int
    total: int


class RegisteredAgent(Struct):
    beat_seconds: int
    id: str
    version: str
    hold_seconds: int | UnsetType = UNSET
    takes_pauses: bool | UnsetType = UNSET
    takes_schedules: bool | UnsetType = UNSET
    version_trouble: str | None | UnsetType = UNSET


class AgentRegistration(Struct):
    machine: MachineIntroduction
    name: str
    testbed: str
    version: str


class Beat(Struct):
    state: Literal["idle", "building", "running", "uploading"]
    message: str | None | UnsetType = UNSET
    planned: list[BeatPlan] | UnsetType = UNSET
    progress: BeatProgress | None | UnsetType = UNSET
    spooled: int | UnsetType = UNSET
    suite: str | None | UnsetType = UNSET
