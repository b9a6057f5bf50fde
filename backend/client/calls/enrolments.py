"""Calls: enrolments. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    AgentEnrolmentMade,
    AgentEnrolmentUsed,
    AgentEnrolmentWanted,
    AgentLetIn,
)


def use_enrolment(*, body: AgentEnrolmentUsed) -> ApiCall[AgentLetIn]:
    """Exchange a token for an API key of the agent's own; its signing key is taken in with it."""
    return ApiCall("POST", "/enrolments", AgentLetIn, body=body)


def add_enrolment(project: str, *, body: AgentEnrolmentWanted) -> ApiCall[AgentEnrolmentMade]:
    """Make a token by which one agent enrols, once and soon. It is never shown again."""
    return ApiCall("POST", f"/projects/{quoted(project)}/enrolments", AgentEnrolmentMade, body=body)
