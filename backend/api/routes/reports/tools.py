"""Files that benchmark tools wrote: recognised, read, and accepted as reports."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends

from backend.api.audited import writes
from backend.api.bodies import whole_body
from backend.api.dependencies import CurrentActor, Db, Queue, ReadableProject, ReportingProject
from backend.api.schemas.problems import Problem, ProblemFault
from backend.api.schemas.reports.uploads import AcceptedReport, DirectionQuestion, ToolOutcome
from backend.api.shared_calls import Call
from backend.domain.people.projects import Project
from backend.domain.reports.tool_files import KnownFormat
from backend.services.reports.tools.accept import (
    ToolAccount,
    accept_tools,
    known_formats,
    read_upload,
)
from backend.settings import limits
from backend.storage.reports.documents import StoredReport

router = APIRouter(prefix="/projects/{project}", tags=["reports"], route_class=Call)
Document = Annotated[bytes, Depends(whole_body(lambda: limits().import_bytes))]


@router.post(
    "/reports/files",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("uploaded", "report")],
    responses={409: {"model": Problem}, 413: {"model": Problem}, 422: {"model": Problem}},
)
def add_tool_files(
    project: ReportingProject, actor: CurrentActor, db: Db, queue: Queue, body: Document
) -> ToolOutcome:
    """Read files of benchmark tools and accept a report for each suite; see docs/formats.md.

    The body is JSON: `files` (each with `name` and `data`, its bytes in base64), `commit` (as in a
    report), `branch`, `testbed`; optional: `suite`, `format`, `parameters`, `directions`, `tags`,
    `environment`, `base`, `pull_request`, `run`, `mapping` (the name of one that is kept, or one to
    try), and `dry_run`, which stores nothing. Files may be archives (zip, tar) and gzip.
    """
    account = accept_tools(db, queue, project, actor, read_upload(body), limits())
    return _outcome(project, account)


@router.get("/formats")
def list_formats(project: ReadableProject) -> list[KnownFormat]:
    """Return the formats of benchmark tools that can be read; each is recognised by content."""
    del project
    return known_formats()


def _outcome(project: Project, account: ToolAccount) -> ToolOutcome:
    return ToolOutcome(
        files=account.files,
        reports=[_accepted(project, one.report) for one in account.reports],
        duplicates=sum(one.is_replay for one in account.reports),
        total=account.total,
        results=account.results,
        rejected=[
            ProblemFault(pointer=row.pointer, reason=row.reason, remedy=row.remedy)
            for row in account.rejected
        ],
        questions=[
            DirectionQuestion(
                key=question.key,
                suite=question.suite,
                unit=question.unit,
                benchmarks=list(question.benchmarks),
                reason=question.reason,
            )
            for question in account.questions
        ],
        notes=account.notes,
    )


def _accepted(project: Project, report: StoredReport) -> AcceptedReport:
    address = f"/api/v1/projects/{project.slug}/reports/{report.public_id}"
    return AcceptedReport.model_validate(
        {"id": str(report.public_id), "state": report.state, "url": address}
    )
