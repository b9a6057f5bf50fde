"""Calls: enrolments. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    AgentEnrolmentMade,
    AgentEnrolmentUsed,
    AgentEnrolmentWanted,
    AgentLetIn,
    OpenEnrolment,
)


def use_enrolment(*, body: AgentEnrolmentUsed) -> ApiCall[AgentLetIn]:
    """Exchange a token for an API key of the agent's own; its signing key is taken in with it."""
    return ApiCall("POST", "/enrolments", AgentLetIn, body=body)


def list_enrolments(project: str) -> ApiCall[list[OpenEnrolment]]:
    """List the tokens that would let an agent in, the newest first; 100 at most."""
    return ApiCall("GET", f"/projects/{quoted(project)}/enrolments", list[OpenEnrolment])


def add_enrolment(project: str, *, body: AgentEnrolmentWanted) -> ApiCall[AgentEnrolmentMade]:
    """Make a token by which one agent enrols, once and soon. It is never shown again."""
    return ApiCall("POST", f"/projects/{quoted(project)}/enrolments", AgentEnrolmentMade, body=body)


def end_enrolment(project: str, enrolment_id: int) -> ApiCall[None]:
    """Withdraw a token that nobody used."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/enrolments/{quoted(enrolment_id)}", None)
