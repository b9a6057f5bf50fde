"""Projects as their readers see them."""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError
from backend.domain.forges import read_repository_url
from backend.domain.projects import Actor, Project
from backend.domain.rights import Action, Rights
from backend.storage import projects


@dataclass(frozen=True, slots=True)
class ShownProject:
    project: Project
    runs: int
    series: int
    rights: Rights
    """Of whoever asks."""


def visible_projects(session: Session, actor: Actor) -> list[ShownProject]:
    """Return the projects that the actor may read."""
    return [
        show_project(session, project, actor)
        for project in projects.every(session)
        if actor.may(Action.READ, project)
    ]


def show_project(session: Session, project: Project, actor: Actor) -> ShownProject:
    runs, series = projects.counts(session, project.id)
    return ShownProject(project, runs, series, actor.rights_in(project))


def create_project(session: Session, slug: str, name: str, visibility: str) -> Project:
    project = projects.create(session, slug, name, visibility)
    if project is None:
        raise ConflictError(f"there is a project “{slug}” already; choose another short name")
    return project


def link_repository(session: Session, project: Project, text: str) -> Project:
    """Note where the code of a project can be looked at; InvalidError for what is no address."""
    url = read_repository_url(text)
    projects.set_repository(session, project.id, url)
    return replace(project, repository_url=url)
