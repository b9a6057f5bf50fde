"""The first steps of a new installation: an administrator, a project, a key for its agent."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import create_key
from backend.services.people.sign_in import issue_sign_in_link
from backend.storage.people import projects

ADMINISTRATOR = ("admin@localhost", "Administrator")


@dataclass(frozen=True, slots=True)
class FirstSteps:
    project: str
    sign_in_path: str
    """The plain page where the first administrator is disabled, or is none any more."""


def take_first_steps(session: Session, minutes: int) -> FirstSteps:
    """Make what is missing; give a fresh one-time link every time."""
    project = ensure_project(session, "main", "Main")
    try:
        token = issue_sign_in_link(session, *ADMINISTRATOR, minutes)
    except ConflictError:
        return FirstSteps(project.slug, "/welcome")
    return FirstSteps(project.slug, f"/sign-in?token={token}")


def ensure_project(session: Session, slug: str, name: str, visibility: str = "private") -> Project:
    made = projects.create(session, slug, name, visibility) or projects.find(session, slug)
    if made is None:
        raise LookupError(slug)
    return made


def make_agent_key(
    session: Session, project: Project, name: str, testbed: str | None = None
) -> str:
    """Return the secret of a new key with which an agent may register and upload."""
    scopes = {Scope.AGENT, Scope.REPORT, Scope.READ}
    return create_key(session, project.id, name, scopes, testbed)[1]
