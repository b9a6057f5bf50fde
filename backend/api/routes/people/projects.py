"""Projects."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request

from backend.api.audited import writes
from backend.api.dependencies import (
    FOR_EVERYBODY,
    Administrator,
    ConfiguredProject,
    CurrentActor,
    Db,
    PeopledProject,
    ReadableProject,
)
from backend.api.schemas.people.projects import KnownProject, NewProject, Project, ProjectChange
from backend.api.shared_calls import Call
from backend.domain.events import EventKind, LiveEvent
from backend.domain.people.projects import Actor, DeletedProject
from backend.domain.people.projects import Project as StoredProject
from backend.services.events import publish_after_commit
from backend.services.people.delete_projects import delete_project
from backend.services.people.show_projects import ProjectChange as Change
from backend.services.people.show_projects import (
    SizedProject,
    change_project,
    create_project,
    size_of,
    sizes_of,
    visible_projects,
)

router = APIRouter(prefix="/projects", tags=["projects"], route_class=Call)


@router.get("", dependencies=[FOR_EVERYBODY])
def list_projects(db: Db, actor: CurrentActor) -> list[Project]:
    """Return the projects that the caller may read."""
    return [_shown(one, actor) for one in sizes_of(db, visible_projects(db, actor))]


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("founded", "project")])
def add_project(wanted: NewProject, db: Db, actor: Administrator) -> Project:
    """Make a project."""
    made = create_project(db, wanted.slug, wanted.name, wanted.visibility)
    return _shown(size_of(db, made), actor)


@router.get("/{project}")
def read_project(db: Db, project: ReadableProject, actor: CurrentActor) -> Project:
    return _shown(size_of(db, project), actor)


@router.patch("/{project}", dependencies=[writes("changed", "project")])
def alter_project(
    wanted: ProjectChange, db: Db, project: ConfiguredProject, actor: CurrentActor
) -> Project:
    """Say where the code of a project can be looked at, and whether everybody may read it."""
    change = Change(wanted.repository_url, wanted.visibility)
    changed = change_project(db, project, actor, change)
    return _shown(size_of(db, changed), actor)


@router.delete("/{project}", dependencies=[writes("deleted", "project")])
def remove_project(
    request: Request,
    db: Db,
    project: PeopledProject,
    actor: CurrentActor,
    name: Annotated[str, Query(max_length=200)],
) -> DeletedProject:
    """Delete a project with all that is in it; `name` repeats its short name.

    Its pages and API calls answer 404, and its short name is free. For seven days its owners can
    bring it back; then it is purged.
    """
    deleted = delete_project(db, project, actor, name)
    publish_after_commit(db, request.app.state.events, project.id, LiveEvent(EventKind.RUN))
    return deleted


def known(project: StoredProject, actor: Actor) -> KnownProject:
    """Show a project with what the actor may do in it."""
    return KnownProject(
        slug=project.slug,
        name=project.name,
        visibility="public" if project.visibility == "public" else "private",
        created_at=project.created_at,
        repository_url=project.repository_url,
        rights=sorted(actor.rights_in(project)),
    )


def _shown(found: SizedProject, actor: Actor) -> Project:
    return Project(**known(found.project, actor).model_dump(), runs=found.runs, series=found.series)
