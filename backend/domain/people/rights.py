"""Who may do what: roles of people, scopes of keys, and the one table behind both."""

from collections.abc import Iterable
from enum import StrEnum


class Action(StrEnum):
    """What a call does, as a verb; every call of the API declares exactly one."""

    VISIT = "visit"
    """Needs nobody: health, signing in."""
    READ = "read"
    SHARE = "share"
    """Create short link."""
    MARK = "mark what is seen"
    """Say what one has seen; only a person can."""
    TRIAGE = "triage"
    """Say what results mean: judge, note, keep views, splits and ladders."""
    REPORT = "report"
    MEASURE = "measure"
    """Register as an agent and beat."""
    CONFIGURE = "configure"
    MANAGE_KEYS = "manage keys"
    MANAGE_MEMBERS = "manage members"
    AUDIT = "read who did what"
    FOUND = "make projects"
    """Only an administrator; no project grants it."""
    WATCH = "read what was done to the installation"
    """Only an administrator."""
    MANAGE_ACCOUNTS = "manage accounts"
    """Only an administrator: whoever may come in at all."""
    KEEP_ACCOUNT = "keep one's account"
    """Every person their own."""


class Role(StrEnum):
    """What a member of a project is; each may do what the one before it may, and more."""

    VIEWER = "viewer"
    TRIAGER = "triager"
    MAINTAINER = "maintainer"
    OWNER = "owner"


class Scope(StrEnum):
    """What an API key may be used for; a key has one or several."""

    READ = "read"
    REPORT = "report"
    AGENT = "agent"
    TRIAGE = "triage"
    ADMIN = "admin"


Rights = frozenset[Action]

NOTHING: Rights = frozenset()
VISITOR: Rights = frozenset({Action.READ})
"""What a public project grants to anybody."""
UPLOADING: Rights = frozenset({Action.REPORT})
"""What a token of a CI system grants, at the calls that send reports only."""
_VIEWER = VISITOR | {Action.SHARE, Action.MARK}
_TRIAGER = _VIEWER | {Action.TRIAGE}
_MAINTAINER = _TRIAGER | {Action.REPORT, Action.MEASURE, Action.CONFIGURE, Action.MANAGE_KEYS}
_OWNER = _MAINTAINER | {Action.MANAGE_MEMBERS, Action.AUDIT}

ROLES: dict[Role, Rights] = {
    Role.VIEWER: _VIEWER,
    Role.TRIAGER: _TRIAGER,
    Role.MAINTAINER: _MAINTAINER,
    Role.OWNER: _OWNER,
}
SCOPES: dict[Scope, Rights] = {
    Scope.READ: VISITOR | {Action.SHARE},
    Scope.REPORT: frozenset({Action.REPORT}),
    Scope.AGENT: frozenset({Action.MEASURE}),
    Scope.TRIAGE: frozenset({Action.TRIAGE}),
    Scope.ADMIN: _OWNER - {Action.MARK},
}


def rights_of_person(role: Role | None, *, is_public: bool) -> Rights:
    """Return what a signed-in person may do; in a public project everybody is a viewer."""
    if role is not None:
        return ROLES[role]
    return ROLES[Role.VIEWER] if is_public else NOTHING


def rights_of_scopes(scopes: Iterable[Scope]) -> Rights:
    """Return what a key may do in its project."""
    return NOTHING.union(*(SCOPES[scope] for scope in scopes))


def grantable(rights: Rights) -> list[Scope]:
    """Return the scopes that somebody with these rights may give to a key: none beyond them."""
    return [scope for scope in Scope if SCOPES[scope] <= rights]
