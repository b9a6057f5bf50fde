"""A project as one file, and its largest tables as files."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from backend.api.audited import writes
from backend.api.dependencies import ConfiguredProject, Db, ReadableProject
from backend.api.errors import problem
from backend.api.shared_calls import Call
from backend.domain.people.projects import Project
from backend.services.keeping.parquet import parquet_pieces
from backend.services.keeping.project_archive import archive_pieces
from backend.services.people.audit import record
from backend.storage.reading import ReadingView
from backend.version import VERSION

router = APIRouter(prefix="/projects/{project}", tags=["projects"], route_class=Call)
ZIP = "application/zip"
PARQUET = "application/vnd.apache.parquet"
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {ZIP: {}}}}
TABLE: dict[int | str, dict[str, Any]] = {200: {"content": {PARQUET: {}}}}
MOST_AT_ONCE = 4
"""Files that one process sends at once: each holds a connection to the database meanwhile."""
WAIT_S = 15


class WrittenFile(StreamingResponse):
    """A file that is sent while it is written; 503 while as many are sent as may be."""

    under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, if there is room."""
        if WrittenFile.under_way >= MOST_AT_ONCE:
            said = f"the server sends {MOST_AT_ONCE} files, as many as it may; ask again soon"
            busy = problem(HTTPStatus.SERVICE_UNAVAILABLE, said, Retry_After=str(WAIT_S))
            await busy(scope, receive, send)
            return
        WrittenFile.under_way += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            WrittenFile.under_way -= 1


@router.get(
    "/archive",
    response_class=StreamingResponse,
    responses=FILE,
    dependencies=[writes("saved as an archive", "project")],
)
def save_project(request: Request, db: Db, project: ConfiguredProject) -> StreamingResponse:
    """Give everything of a project as one archive, which another installation can bring in.

    Secrets, members, channels and the audit trail stay here.
    """
    record(db, project.slug, project.name)
    url = request.app.state.settings.database_url
    return _file(archive_pieces(url, VERSION, project), f"{project.slug}.tidemark.zip", ZIP)


@router.get("/results.parquet", response_class=StreamingResponse, responses=TABLE)
def results_as_parquet(request: Request, project: ReadableProject) -> StreamingResponse:
    """Give all results that count as Parquet, in base units: `reading.results` of docs/data.md."""
    return _table(request, project, ReadingView.RESULTS)


@router.get("/samples.parquet", response_class=StreamingResponse, responses=TABLE)
def samples_as_parquet(request: Request, project: ReadableProject) -> StreamingResponse:
    """Give all samples that are kept as Parquet: `reading.samples` of docs/data.md."""
    return _table(request, project, ReadingView.SAMPLES)


@router.get("/changes.parquet", response_class=StreamingResponse, responses=TABLE)
def changes_as_parquet(request: Request, project: ReadableProject) -> StreamingResponse:
    """Give all change points as Parquet: `reading.changes` of docs/data.md."""
    return _table(request, project, ReadingView.CHANGES)


def _table(request: Request, project: Project, view: ReadingView) -> StreamingResponse:
    pieces = parquet_pieces(request.app.state.settings.database_url, view, project.id)
    return _file(pieces, f"{project.slug}-{view}.parquet", PARQUET)


def _file(pieces: Iterator[bytes], name: str, media: str) -> StreamingResponse:
    told = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return WrittenFile(pieces, media_type=media, headers=told)
