"""Projects, and who asks for something in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from backend.domain.errors import ForbiddenError, NotFoundError, UnauthenticatedError
from backend.domain.people.rights import (
    NOTHING,
    ROLES,
    UPLOADING,
    VISITOR,
    Action,
    Rights,
    Role,
    Scope,
    rights_of_person,
    rights_of_scopes,
)

SLUG = r"^[a-z0-9][a-z0-9-]{0,62}$"
"""A short name, which stands in addresses."""
PROJECT_KEPT = timedelta(days=7)
"""How long a deleted project can be brought back."""


@dataclass(frozen=True, slots=True)
class Project:
    id: int
    slug: str
    name: str
    visibility: str
    created_at: datetime
    repository_url: str | None = None
    """Where its code can be looked at."""

    @property
    def is_public(self) -> bool:
        return self.visibility == "public"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedProject(Project):
    """A project of which nothing answers any more; it can be brought back for some days."""

    deleted_at: datetime
    deleted_by: str
    restorable_until: datetime


@dataclass(frozen=True, slots=True)
class User:
    id: int
    name: str
    email: str
    is_admin: bool
    roles: Mapping[int, Role] = field(default_factory=dict)
    """By the id of the project."""
    session_id: int = 0
    """The session that asks; 0: none."""


@dataclass(frozen=True, slots=True)
class Key:
    id: int
    name: str
    project_id: int | None
    """None: every project."""
    scopes: frozenset[Scope]
    testbed: str | None
    """None: every testbed."""
    made_by: int | None = None
    """Id of the person whose account it stops with."""


NOBODY = "somebody"


@dataclass(frozen=True, slots=True)
class CiToken:
    """A job of a CI system whose token fits a rule; it sends reports of one testbed."""

    rule_id: int
    project_id: int
    name: str
    testbed: str
    subject: str
    """What the CI system calls the job."""
    rights: Rights = UPLOADING


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is asking: a visitor, a signed-in user, the holder of a key, or a job of a CI system."""

    user: User | None = None
    key: Key | None = None
    ci: CiToken | None = None

    @property
    def name(self) -> str:
        """What to write down as who did something: it is read long after they are gone."""
        if self.user is not None:
            return self.user.name or self.user.email
        if self.ci is not None:
            return f"CI {self.ci.name}"
        return f"key {self.key.name}" if self.key is not None else NOBODY

    @property
    def is_visitor(self) -> bool:
        return self.user is None and self.key is None and self.ci is None

    @property
    def testbed(self) -> str | None:
        """The only testbed that the actor may speak for; None: every one."""
        if self.ci is not None:
            return self.ci.testbed
        return self.key.testbed if self.key is not None else None

    @property
    def is_admin(self) -> bool:
        """Tell whether the actor administers the whole installation."""
        if self.user is not None:
            return self.user.is_admin
        return (
            self.key is not None and self.key.project_id is None and Scope.ADMIN in self.key.scopes
        )

    def rights_in(self, project: Project) -> Rights:
        """Return all that the actor may do in the project."""
        if self.user is not None:
            role = Role.OWNER if self.user.is_admin else self.user.roles.get(project.id)
            return rights_of_person(role, is_public=project.is_public)
        shown = VISITOR if project.is_public else NOTHING
        if not self._belongs(project):
            return shown
        if self.ci is not None:
            return shown | self.ci.rights
        return shown | rights_of_scopes(self.key.scopes if self.key else ())

    def may(self, action: Action, project: Project) -> bool:
        return action in self.rights_in(project)

    def knows(self, project: Project) -> bool:
        """Tell whether the actor may learn that the project exists."""
        return self._belongs(project) or self.may(Action.READ, project)

    def _belongs(self, project: Project) -> bool:
        if self.ci is not None:
            return self.ci.project_id == project.id
        return self.key is not None and self.key.project_id in (None, project.id)


def demand(actor: Actor, action: Action, project: Project) -> None:
    """Let the actor pass, or say what is missing without telling strangers what exists."""
    if actor.may(action, project):
        return
    if actor.is_visitor:
        raise UnauthenticatedError(
            "this needs an API key (Authorization: Bearer …) or a signed-in user"
        )
    if not actor.knows(project):
        raise NotFoundError(f"there is no project “{project.slug}”, or you may not see it")
    if actor.user is None:
        raise ForbiddenError(f"the key may not {action} in the project “{project.slug}”")
    raise ForbiddenError(
        f"your role in the project “{project.slug}” does not let you {action};"
        f" it takes {_lowest_role(action)}"
    )


def _lowest_role(action: Action) -> str:
    role = next((role for role in Role if action in ROLES[role]), None)
    if role is None:
        return "an administrator"
    return f"an {role}" if role is Role.OWNER else f"a {role}"


def demand_testbed(actor: Actor, testbed: str) -> None:
    """Hold a key that is bound to a testbed to that testbed."""
    if actor.testbed not in (None, testbed):
        bound = "the key" if actor.key is not None else "the rule of the token"
        raise ForbiddenError(
            f"{bound} is bound to the testbed “{actor.testbed}” and this is “{testbed}”"
        )
