"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from backend.client.models_gen.shared import MachineIntroduction


class AgentEnrolmentMade(Struct):
    """
    A token for one agent; only its hash is stored.
    """

    expires_at: str
    token: str
    id: int | UnsetType = UNSET


class AgentEnrolmentWanted(Struct):
    testbed: str | None | UnsetType = UNSET


class AgentLetIn(Struct):
    """
    What an enrolled agent needs from now on.
    """

    id: str
    project: str
    secret: str
    testbed: str
    version: str


class OpenEnrolment(Struct):
    """
    A token that nobody used yet; it is not known here.
    """

    asked_by: str
    created_at: str
    expires_at: str
    id: int
    testbed: str | None


class AgentEnrolmentUsed(Struct):
    """
    An agent that enrols by a token: who it is, and the Ed25519 key that it will sign with.
    """

    machine: MachineIntroduction
    name: str
    proof: str
    public_key: str
    testbed: str
    token: str
    version: str
