"""Calls: agents. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    AgentBeatAnswer,
    AgentKeySent,
    AgentRegistration,
    Beat,
    RegisteredAgent,
)


def register(project: str, *, body: AgentRegistration) -> ApiCall[RegisteredAgent]:
    """Introduce an agent and its machine; the same name again is the same agent."""
    return ApiCall("POST", f"/projects/{quoted(project)}/agents", RegisteredAgent, body=body)


def beat(project: str, agent_id: int, *, body: Beat) -> ApiCall[AgentBeatAnswer]:
    """Say what an agent is doing; it is told what keeps it from measuring."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/agents/{quoted(agent_id)}/beats",
        AgentBeatAnswer,
        body=body,
    )


def enrol(project: str, agent_id: int, *, body: AgentKeySent) -> ApiCall[None]:
    """Have reports of an agent believed only with the signature of this key from now on."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/agents/{quoted(agent_id)}/key", None, body=body
    )


def revoke(project: str, agent_id: int) -> ApiCall[None]:
    """Let the key of an agent sign nothing more; its next one is taken without its word."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/agents/{quoted(agent_id)}/key", None)
