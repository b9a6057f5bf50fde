"""Calls: agents. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import AgentRegistration, Beat, RegisteredAgent


def register(project: str, *, body: AgentRegistration) -> Call[RegisteredAgent]:
    """Introduce an agent and its machine; the same name again is the same agent."""
    return Call("POST", f"/projects/{quoted(project)}/agents", RegisteredAgent, body=body)


def beat(project: str, agent_id: int, *, body: Beat) -> Call[None]:
    """Say what an agent is doing."""
    return Call(
        "POST", f"/projects/{quoted(project)}/agents/{quoted(agent_id)}/beats", None, body=body
    )
