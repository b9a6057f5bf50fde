"""What every call that writes declares: the words under which the audit trail tells of it.

A call without a declaration keeps the server from starting; the event is written in the
transaction of the request, at its end.
"""

from dataclasses import dataclass
from http import HTTPMethod
from typing import Any

from fastapi import Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy.orm import Session

from backend.domain.people.audit import NOBODY, AuditedAction, audit_actor_of
from backend.domain.people.projects import Project
from backend.services.people.audit import account_of, leave_event

READING = {HTTPMethod.GET, HTTPMethod.HEAD, HTTPMethod.OPTIONS}


@dataclass(frozen=True, slots=True)
class Writes:
    """Declares what a call does; None: nothing worth an event, for the reason beside it."""

    action: AuditedAction | None
    reason: str = ""

    async def __call__(self, request: Request) -> None:
        """Note it for the end of the request."""
        request.state.action = self.action


def writes(verb: str, noun: str) -> Any:  # noqa: ANN401  FastAPI types its marker so
    """Declare a write: verb in the past tense, and what it is done to."""
    return Depends(Writes(AuditedAction(verb, noun)))


def writes_nothing(reason: str) -> Any:  # noqa: ANN401  FastAPI types its marker so
    """Declare that a call leaves no event, and why."""
    return Depends(Writes(None, reason))


def words_of(route: APIRoute) -> str:
    """Return what a call tells the trail, for its description; LookupError where it is silent."""
    found = [one for one in route.dependant.dependencies if _is_declaration(one)]
    if not found:
        raise LookupError(
            f"{route.name} ({route.path}) must declare writes(verb, noun) or writes_nothing(reason)"
        )
    said: Writes = found[0].call  # type: ignore[assignment]
    return f"{said.action.verb} {said.action.noun}" if said.action else f"nothing: {said.reason}"


def _is_declaration(dependant: Dependant) -> bool:
    return isinstance(dependant.call, Writes)


def leave_event_of(request: Request, session: Session) -> None:
    """Write what the request did, if it declared to write."""
    action: AuditedAction | None = getattr(request.state, "action", None)
    if action is None:
        return
    project: Project | None = getattr(request.state, "project", None)
    actor = getattr(request.state, "actor", None)
    account = account_of(session)
    if account.thing is None:
        named = [value for name, value in request.path_params.items() if name != "project"]
        account.thing = str(named[-1]) if named else ""
    leave_event(
        session,
        project.id if project else None,
        action,
        audit_actor_of(actor) if actor else NOBODY,
        request.client.host if request.client else "",
    )
