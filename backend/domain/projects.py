"""Projects, and who may do what in them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from backend.domain.errors import ForbiddenError, NotFoundError, UnauthenticatedError


class Scope(StrEnum):
    """What an API key may be used for."""

    REPORT = "report"
    AGENT = "agent"
    READ = "read"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Project:
    id: int
    slug: str
    name: str
    visibility: str
    created_at: datetime
    repository_url: str | None = None
    """Where its code can be looked at."""


@dataclass(frozen=True, slots=True)
class User:
    id: int
    name: str
    email: str
    is_admin: bool


@dataclass(frozen=True, slots=True)
class Key:
    id: int
    project_id: int | None
    """None: every project."""
    scopes: frozenset[Scope]
    testbed: str | None
    """None: every testbed."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is asking: a visitor, a signed-in user, or the holder of a key."""

    user: User | None = None
    key: Key | None = None

    @property
    def is_visitor(self) -> bool:
        return self.user is None and self.key is None

    @property
    def is_admin(self) -> bool:
        if self.user is not None:
            return self.user.is_admin
        return self.key is not None and self.key.project_id is None and self._has(Scope.ADMIN)

    def may(self, scope: Scope, project: Project) -> bool:
        """Tell whether the actor may do in the project what the scope stands for."""
        if self.is_admin or (scope is Scope.READ and project.visibility == "public"):
            return True
        if self.key is None or self.key.project_id not in (None, project.id):
            return False
        return self._has(scope)

    def _has(self, scope: Scope) -> bool:
        return self.key is not None and (scope in self.key.scopes or Scope.ADMIN in self.key.scopes)


def demand(actor: Actor, scope: Scope, project: Project) -> None:
    """Let the actor pass, or say what is missing without telling strangers what exists."""
    if actor.may(scope, project):
        return
    if actor.is_visitor:
        raise UnauthenticatedError(
            "this needs an API key (Authorization: Bearer …) or a signed-in user"
        )
    if not actor.may(Scope.READ, project) and not _belongs(actor, project):
        raise NotFoundError(f"there is no project “{project.slug}”, or you may not see it")
    raise ForbiddenError(f"the key has no right to “{scope}” in the project “{project.slug}”")


def _belongs(actor: Actor, project: Project) -> bool:
    return actor.key is not None and actor.key.project_id == project.id


def demand_testbed(actor: Actor, testbed: str) -> None:
    """Hold a key that is bound to a testbed to that testbed."""
    if actor.key is not None and actor.key.testbed not in (None, testbed):
        raise ForbiddenError(
            f"the key is bound to the testbed “{actor.key.testbed}” and this is “{testbed}”"
        )
