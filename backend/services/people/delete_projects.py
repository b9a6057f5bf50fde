"""Delete projects, bring them back within some days, and purge what is older."""

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.audit import AuditedAction, AuditRecord
from backend.domain.people.projects import Actor, DeletedProject, Project
from backend.domain.people.rights import Action
from backend.services.people.audit import account_of, record, record_also
from backend.storage import project_rows
from backend.storage.engine import raw_connection
from backend.storage.people import projects

PURGED_AT_ONCE = 20_000


def delete_project(session: Session, project: Project, actor: Actor, typed: str) -> DeletedProject:
    """Let nothing of a project answer any more; its owners can bring it back for some days."""
    if typed != project.slug:
        reason = f"“{typed}” is not the short name of the project, which is “{project.slug}”"
        raise InvalidError(reason, [Fault("/name", reason, "type the short name of the project")])
    projects.delete(session, project.id, actor.name)
    # who administers the installation reads of it too: nobody can ask for the project's own trail
    record(session, project.id, project.name)
    told = AuditRecord(thing=project.slug, name=project.name)
    record_also(session, AuditedAction("deleted", "project"), told)
    return next(one for one in projects.deleted(session) if one.id == project.id)


def deleted_projects(session: Session, actor: Actor) -> list[DeletedProject]:
    """Return what the actor can bring back."""
    return [one for one in projects.deleted(session) if actor.may(Action.MANAGE_MEMBERS, one)]


def bring_project_back(session: Session, actor: Actor, project_id: int, slug: str) -> Project:
    """Let a project answer again, by its old short name or another one."""
    found = next((one for one in deleted_projects(session, actor) if one.id == project_id), None)
    if found is None:
        raise NotFoundError(f"there is no deleted project {project_id} that you can bring back")
    slug = slug or found.slug
    if projects.find(session, slug):
        reason = f"another project is called “{slug}” by now"
        raise ConflictError(reason, [Fault("/slug", reason, "give it another short name")])
    if not projects.bring_back(session, found.id, slug):
        raise NotFoundError(f"project {project_id} can be brought back no longer")
    account_of(session).project_id = found.id
    record(session, found.id, found.name, slug=slug)
    told = AuditRecord(thing=slug, name=found.name)
    record_also(session, AuditedAction("restored", "project"), told)
    back = projects.get(session, found.id)
    assert back is not None  # noqa: S101  its row is held by this transaction
    return back


def purge_projects(session: Session) -> int:
    """Remove some of what was deleted too long ago to be brought back; returns how many rows."""
    return project_rows.purge_some(raw_connection(session), PURGED_AT_ONCE)
