"""Reports: accepted whole, asked after by their id."""

import uuid
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Request, Response
from sqlalchemy.orm import Session

from backend.api.audited import writes
from backend.api.bodies import Receives, Sent
from backend.api.dependencies import (
    ConfiguredProject,
    Db,
    Queue,
    ReadableProject,
    in_one_turn,
)
from backend.api.schemas.problems import Problem
from backend.api.schemas.reports.uploads import AcceptedReport, ReportList, ReportStatus
from backend.api.shared_calls import Call
from backend.domain.errors import NotFoundError
from backend.domain.people.projects import Project
from backend.domain.people.rights import Action
from backend.services.reports.accept import AcceptedReport as Acceptance
from backend.services.reports.accept import Upload, accept_report, decompress
from backend.services.reports.retry import retry_report
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.reports import documents as reports
from backend.storage.reports.documents import StoredReport

router = APIRouter(prefix="/projects/{project}/reports", tags=["reports"], route_class=Call)
MOST_LISTED = 50


SentReport = Annotated[Sent, Depends(Receives(Action.REPORT, lambda: limits().report_bytes))]


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("uploaded", "report")],
    responses={
        200: {"model": AcceptedReport, "description": "This document was accepted before"},
        409: {"model": Problem},
        413: {"model": Problem},
        422: {"model": Problem},
    },
)
async def add_report(
    request: Request,
    sent: SentReport,
    response: Response,
    content_encoding: Annotated[str | None, Header()] = None,
    tidemark_signature: Annotated[str | None, Header(max_length=400)] = None,
) -> AcceptedReport:
    """Accept a report (v1, see /api/v1/schemas/report-v1.json); gzip is welcome.

    201 is sent after the document is committed. The same document under the same idempotency key
    answers with the first outcome. An agent signs what it measured: `Tidemark-Signature: ed25519
    PUBLIC_KEY SIGNATURE`, in hexadecimal and base64, of “tidemark report v1”, a line feed, and the
    bytes before compression.
    """

    def accept(session: Session) -> tuple[Project, Acceptance]:
        project = sent.let_in(session)
        plain = decompress(sent.body, content_encoding, limits().report_bytes)
        upload = Upload(plain, request.state.actor, signature=tidemark_signature)
        queue = TaskQueue(session, request.app.state.relay)
        return project, accept_report(session, queue, project, upload, limits())

    project, accepted = await in_one_turn(request, accept)
    if accepted.is_replay:
        response.status_code = HTTPStatus.OK
        response.headers["Idempotent-Replay"] = "true"
    return _accepted(project, accepted.report)


@router.get("")
def list_reports(
    project: ReadableProject,
    db: Db,
    state: Literal["accepted", "failed"] = "failed",
) -> ReportList:
    """Return reports that are not ingested, newest first: those that failed, or those that wait."""
    rows = reports.in_state(db, project.id, state, MOST_LISTED)
    total = reports.count_states(db, project.id).get(state, 0)
    return ReportList(total=total, rows=[_status(project, row) for row in rows])


@router.get("/{report_id}")
def read_report(report_id: uuid.UUID, project: ReadableProject, db: Db) -> ReportStatus:
    """Tell how far the ingestion of a report is."""
    found = reports.find(db, project.id, report_id)
    if found is None:
        raise NotFoundError(f"there is no report {report_id} in this project")
    return _status(project, found)


@router.post(
    "/{report_id}/again",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("read again", "report")],
)
def read_again(
    report_id: uuid.UUID, project: ConfiguredProject, db: Db, queue: Queue
) -> ReportStatus:
    """Ingest a report once more that could not be ingested; its document is as it came."""
    return _status(project, retry_report(db, queue, project.id, report_id))


def _status(project: Project, report: StoredReport) -> ReportStatus:
    facts = {
        "received_at": report.received_at,
        "ingested_at": report.ingested_at,
        "run_id": report.run_id,
        "faults": report.faults,
    }
    return ReportStatus.model_validate(_accepted(project, report).model_dump() | facts)


def _accepted(project: Project, report: StoredReport) -> AcceptedReport:
    return AcceptedReport.model_validate(
        {
            "id": str(report.public_id),
            "state": report.state,
            "url": f"/api/v1/projects/{project.slug}/reports/{report.public_id}",
        }
    )
