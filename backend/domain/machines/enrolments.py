"""Tokens by which agents enrol: good once, and for a short while."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from backend.domain.errors import ConflictError, DomainError, NotFoundError
from backend.domain.people.rights import ROLES, Action, Scope, grantable

GOOD_FOR = timedelta(minutes=30)
SCOPES = frozenset({Scope.AGENT, Scope.REPORT})
"""What the key of an enrolled agent is good for."""
ROLES_THAT_ADD = [
    role
    for role, rights in ROLES.items()
    if Action.MANAGE_KEYS in rights and set(grantable(rights)) >= SCOPES
]
"""Members whose tokens are good."""
REMEDY = "make another one on the page Machines, or by: tidemark machines enrol"


@dataclass(frozen=True, slots=True)
class AgentEnrolment:
    """A token of which only the hash is known here."""

    id: int
    project_id: int
    testbed: str | None
    """None: the one that the agent names."""
    made_by: int | None
    expires_at: datetime
    used_at: datetime | None


@dataclass(frozen=True, slots=True)
class EnrolledAgent:
    """What an agent gets for its token."""

    id: int
    project: str
    testbed: str
    secret: str
    """Of its API key; nobody can ask for it again."""


def refusal_of(found: AgentEnrolment | None) -> DomainError:
    """Say why a token is good no more, and what to do."""
    if found is None:
        return NotFoundError(f"there is no such enrolment token; {REMEDY}")
    if found.used_at is not None:
        return ConflictError(
            f"this enrolment token was used at {_moment(found.used_at)}; a token lets in one agent;"
            f" {REMEDY}"
        )
    if found.expires_at <= datetime.now(found.expires_at.tzinfo):
        return ConflictError(
            f"this enrolment token expired at {_moment(found.expires_at)}; {REMEDY}"
        )
    return ConflictError(
        "whoever made this enrolment token may add no machines any more: their account is disabled,"
        f" or their role has changed; have somebody else {REMEDY}"
    )


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
