"""The triage report of a week, as text to send."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request

from backend.api.dependencies import Db, ReadableProject
from backend.api.schemas.views.triage_reports import TriageReport
from backend.api.shared_calls import Call
from backend.services.views.read_triage_report import read_triage_report
from backend.settings import settings

router = APIRouter(
    prefix="/projects/{project}/triage-report", tags=["alert groups"], route_class=Call
)


@router.get("")
def triage_report(
    request: Request,
    db: Db,
    project: ReadableProject,
    week: Annotated[str, Query(max_length=20)] = "",
) -> TriageReport:
    """Give what was new, fixed and still open in a week (2026-W47; empty: this one)."""
    root = (settings().public_url or str(request.base_url)).rstrip("/")
    name, parts, text = read_triage_report(db, project, week, root, datetime.now(UTC))
    return TriageReport(
        week=name,
        markdown=text,
        new=parts.new,
        found=parts.found,
        ended=parts.ended,
        waiting=parts.waiting,
        better=parts.better,
        muted=parts.muted,
    )
