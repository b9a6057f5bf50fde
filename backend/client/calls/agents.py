"""Calls: agents. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import AgentRegistration, Beat, RegisteredAgent


def register(project: str, *, body: AgentRegistration) -> ApiCall[RegisteredAgent]:
    """Introduce an agent and its machine; the same name again is the same agent."""
    return ApiCall("POST", f"/projects/{quoted(project)}/agents", RegisteredAgent, body=body)


def beat(project: str, agent_id: int, *, body: Beat) -> ApiCall[None]:
    """Say what an agent is doing."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/agents/{quoted(agent_id)}/beats", None, body=body
    )
