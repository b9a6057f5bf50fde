"""The audit trail: of a project for its owners, of the installation for administrators."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from backend.api.dependencies import AuditedProject, Db, NeedsAdministrator
from backend.api.parameters.filters import Cursor, Limit
from backend.api.schemas.people.audit import WhoName
from backend.api.shared_calls import Call
from backend.domain.pages import PageRequest
from backend.domain.people.audit import AuditFilter, AuditPage, Who
from backend.domain.people.rights import Action
from backend.services.people.audit import events_as_csv, read_events

router = APIRouter(tags=["audit"], route_class=Call)
OF_ADMINISTRATORS = [Depends(NeedsAdministrator(Action.WATCH))]
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
Part = Annotated[str | None, Query(max_length=200, pattern=r"^[^\x00]*$")]


def _filter(
    who: Part = None,
    kind: WhoName | None = None,
    noun: Part = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> AuditFilter:
    return AuditFilter(who or None, Who(kind) if kind else None, noun or None, since, until)


Wanted = Annotated[AuditFilter, Depends(_filter)]


@router.get("/projects/{project}/audit")
def list_events(
    request: Request,
    db: Db,
    project: AuditedProject,
    wanted: Wanted,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> AuditPage:
    """Tell who wrote what in a project, newest first; `who` is part of a name."""
    days = request.app.state.settings.audit_days
    return read_events(db, project.id, wanted, PageRequest(cursor, limit), days)


@router.get("/projects/{project}/audit.csv", response_class=Response, responses=CSV)
def save_events(db: Db, project: AuditedProject, wanted: Wanted) -> Response:
    """Give the newest hundred thousand events as a table."""
    return _file(f"audit-{project.slug}.csv", events_as_csv(db, project.id, wanted))


@router.get("/audit", dependencies=OF_ADMINISTRATORS)
def list_events_of_installation(
    request: Request, db: Db, wanted: Wanted, cursor: Cursor = None, limit: Limit = 50
) -> AuditPage:
    """Tell who came in, and what was done to the whole installation."""
    days = request.app.state.settings.audit_days
    return read_events(db, None, wanted, PageRequest(cursor, limit), days)


@router.get("/audit.csv", response_class=Response, responses=CSV, dependencies=OF_ADMINISTRATORS)
def save_events_of_installation(db: Db, wanted: Wanted) -> Response:
    """Give the newest hundred thousand events of the installation as a table."""
    return _file("audit.csv", events_as_csv(db, None, wanted))


def _file(name: str, text: str) -> Response:
    told = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=told)
