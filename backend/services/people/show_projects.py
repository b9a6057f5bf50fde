"""Projects as their readers see them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.commits.forges import read_repository_url
from backend.domain.errors import ConflictError
from backend.domain.people.projects import Actor, Project, demand
from backend.domain.people.rights import Action
from backend.services.people.audit import record, record_change
from backend.storage.people import projects


@dataclass(frozen=True, slots=True)
class SizedProject:
    """A project, and how much is in it."""

    project: Project
    runs: int
    series: int


@dataclass(frozen=True, slots=True)
class ProjectChange:
    """What to change of a project; None leaves it as it is."""

    repository: str | None = None
    visibility: str | None = None


def visible_projects(session: Session, actor: Actor) -> list[Project]:
    """Return the projects that the actor may read."""
    return [project for project in projects.every(session) if actor.may(Action.READ, project)]


def sizes_of(session: Session, found: Sequence[Project]) -> list[SizedProject]:
    """Return projects with how much is in them."""
    return [size_of(session, project) for project in found]


def size_of(session: Session, project: Project) -> SizedProject:
    return SizedProject(project, *projects.counts(session, project.id))


def create_project(session: Session, slug: str, name: str, visibility: str) -> Project:
    project = projects.create(session, slug, name, visibility)
    if project is None:
        raise ConflictError(f"there is a project “{slug}” already; choose another short name")
    record(session, slug, name, visibility=visibility)
    return project


def change_project(
    session: Session, project: Project, actor: Actor, wanted: ProjectChange
) -> Project:
    """Change where the code can be looked at, or who may read.

    InvalidError for what is no address of a repository. Who decides who belongs to a project
    decides whether everybody may read it.
    """
    repository, visibility = wanted.repository, wanted.visibility
    if visibility is not None:
        demand(actor, Action.MANAGE_MEMBERS, project)
    url = project.repository_url if repository is None else read_repository_url(repository)
    changed = replace(project, repository_url=url, visibility=visibility or project.visibility)
    projects.change(session, changed)
    record(session, project.slug, project.name)
    record_change(session, _said(project), _said(changed))
    return changed


def _said(project: Project) -> dict[str, str | None]:
    return {"repository": project.repository_url, "visibility": project.visibility}
