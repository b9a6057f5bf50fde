"""Deleted projects, as long as they can be brought back."""

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import FOR_EVERYBODY, CurrentActor, Db
from backend.api.parameters.filters import Id
from backend.api.routes.people.projects import known
from backend.api.schemas.people.projects import KnownProject, ProjectReturn
from backend.api.shared_calls import Call
from backend.domain.people.projects import DeletedProject
from backend.services.people.delete_projects import bring_project_back
from backend.services.people.delete_projects import deleted_projects as found_for

router = APIRouter(prefix="/deleted-projects", tags=["projects"], route_class=Call)


@router.get("", dependencies=[FOR_EVERYBODY])
def deleted_projects(db: Db, actor: CurrentActor) -> list[DeletedProject]:
    """List the deleted projects that the caller can bring back: an owner, or an administrator."""
    return found_for(db, actor)


@router.post("/{project_id}/restore", dependencies=[FOR_EVERYBODY, writes("restored", "project")])
def restore_project(
    wanted: ProjectReturn, db: Db, actor: CurrentActor, project_id: Id
) -> KnownProject:
    """Bring a deleted project back, whole; only who owned it, or an administrator, finds it."""
    return known(bring_project_back(db, actor, project_id, wanted.slug or ""), actor)
