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
    """The account that it stops with."""
    asked_by: str
    """Name of whoever made it."""
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None
    withdrawn_at: datetime | None
    is_of_good_key: bool
    """Not made by an API key that is revoked or expired by now."""


@dataclass(frozen=True, slots=True)
class WantedEnrolment:
    """For whom a token is made, and by whom."""

    testbed: str | None
    made_by: int | None
    asked_by: str
    api_key_id: int | None
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class MadeEnrolment:
    """A token that was made just now; only its hash is kept."""

    id: int
    token: str
    expires_at: datetime


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
    if found.withdrawn_at is not None:
        return ConflictError(
            f"this enrolment token was withdrawn at {_moment(found.withdrawn_at)}; {REMEDY}"
        )
    if found.expires_at <= datetime.now(found.expires_at.tzinfo):
        return ConflictError(
            f"this enrolment token expired at {_moment(found.expires_at)}; {REMEDY}"
        )
    if not found.is_of_good_key:
        return ConflictError(
            f"the API key that made this enrolment token is revoked or expired; {REMEDY}"
        )
    return ConflictError(
        "whoever made this enrolment token may add no machines any more: their account is disabled,"
        f" or their role has changed; have somebody else {REMEDY}"
    )


def why_not_withdrawn(number: int, found: AgentEnrolment | None) -> DomainError:
    """Say why there is nothing to withdraw."""
    if found is not None and found.used_at is not None:
        return ConflictError(
            f"enrolment token {number} was used at {_moment(found.used_at)};"
            " revoke the API key that its agent got for it"
        )
    return NotFoundError(f"there is no open enrolment token {number} in this project")


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
